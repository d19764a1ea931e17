"""People who sign in to the pages: links, sessions, passkeys and what is asked of them on the way."""

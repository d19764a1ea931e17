"""Parts that letters are made of: claims, blocks of a page, the explanation of amounts, and how a letter speaks."""

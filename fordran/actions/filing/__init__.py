"""Applications by file: messages to a receiver of the enforcement authority's post, and its receipts and replies."""

"""Applications to the enforcement authority: from the paper to sign to the end of the authority's case."""

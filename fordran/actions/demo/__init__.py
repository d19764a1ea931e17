"""A portfolio to look at: people, stories and the player that lives them; and running ahead."""

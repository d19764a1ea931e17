"""HTTP as endpoints see it: requests and answers, errors, forms, and what every answer is sent with."""

"""Numbers that name people, companies, accounts and payments: one number a file.

Each file has four functions, after python-stdnum: `compact` gives the shortest spelling, `validate` that spelling or
an error that says what is wrong, `is_valid` yes or no, `format` the number as it is printed. The errors are
python-stdnum's, all of them `ValidationError`. `identity` tells the identity numbers apart.
"""

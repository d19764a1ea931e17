"""What is measured, one file each. A measure has

- `ABOUT`, a line for the command's help;
- `BY_DEFAULT`, whether it runs when nothing is asked for by name;
- `measure(ground)`, which yields its results.

To add one, write its file and name it here.
"""

from tools.bench.measures import (
    autogiro_report,
    bank_file,
    capacity,
    compressing,
    delivery,
    growing_cases,
    growth,
    importing,
    kivra_match,
    large_bank_file,
    night,
    night_letters,
    payouts,
    printing,
    reading_cases,
    reading_creditors,
    registering,
    search,
    starting,
    waiting,
)

MEASURES = (
    reading_creditors,
    compressing,
    starting,
    importing,
    bank_file,
    reading_cases,
    registering,
    waiting,
    printing,
    delivery,
    night,
    night_letters,
    growth,
    growing_cases,
    payouts,
    search,
    capacity,
    large_bank_file,
    autogiro_report,
    kivra_match,
)

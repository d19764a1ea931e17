"""The recipes, in the order of the table in CONTRIBUTING.md."""

from __future__ import annotations

from recipes.bank_format import BANK_FORMAT
from recipes.fields import DERIVED_FIELD, OPTIONAL_FIELD
from recipes.law import FEE, REFERENCE_RATE
from recipes.letter import LETTER
from recipes.nouns import ENDPOINT, NOUN
from recipes.recipe import Recipe
from recipes.small import COMMAND, RULE, SETTING, TEXT
from recipes.verb import VERB

RECIPES: tuple[Recipe, ...] = (
    OPTIONAL_FIELD,
    DERIVED_FIELD,
    ENDPOINT,
    NOUN,
    VERB,
    RULE,
    FEE,
    REFERENCE_RATE,
    BANK_FORMAT,
    LETTER,
    COMMAND,
    SETTING,
    TEXT,
)

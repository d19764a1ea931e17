"""The recipes, in the order of the table in CONTRIBUTING.md."""

from __future__ import annotations

from tools.recipes.bank_format import BANK_FORMAT
from tools.recipes.channel import CHANNEL
from tools.recipes.fee import NEW_FEE
from tools.recipes.fields import DERIVED_FIELD, OPTIONAL_FIELD
from tools.recipes.language import LANGUAGE
from tools.recipes.law import FEE, REFERENCE_RATE
from tools.recipes.letter import LETTER
from tools.recipes.nouns import ENDPOINT, NOUN
from tools.recipes.outside_system import OUTSIDE_SYSTEM
from tools.recipes.recipe import Recipe
from tools.recipes.small import COMMAND, RULE, SETTING, TEXT
from tools.recipes.verb import VERB

RECIPES: tuple[Recipe, ...] = (
    OPTIONAL_FIELD,
    DERIVED_FIELD,
    ENDPOINT,
    NOUN,
    VERB,
    RULE,
    NEW_FEE,
    FEE,
    REFERENCE_RATE,
    BANK_FORMAT,
    LETTER,
    CHANNEL,
    OUTSIDE_SYSTEM,
    COMMAND,
    SETTING,
    TEXT,
    LANGUAGE,
)

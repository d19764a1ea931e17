"""Issues of rows, kept with their codes, so that a page shows them in its reader's language, and the interface in English."""

from __future__ import annotations

from typing import Any

from fordran.domain.languages import ENGLISH, Language
from fordran.domain.message import Message, as_json, from_json
from fordran.shape.kinds import Issue
from fordran.texts.catalogue import texts
from fordran.texts.numbers import number_text

_MESSAGE, _ISSUE, _SENTENCE = "_message", "_issue", "_sentence"


def coded(issues: Any) -> Any:
    """Nested issues of a refused document as JSON, each with its code where it has one."""
    match issues:
        case Message():
            return {_MESSAGE: as_json(issues)}
        case Issue():
            return {_ISSUE: {"code": issues.code, "values": issues.values}, _SENTENCE: str(issues)}
        case dict():
            return {str(name): coded(issue) for name, issue in issues.items()}
        case list():
            return [coded(issue) for issue in issues]
    return issues


def in_language(issues: Any, language: Language) -> Any:
    """Coded issues with each as a sentence of that language. One without a code is in the interface's English."""
    match issues:
        case {"_message": stored}:
            return texts(language).say(from_json(stored))
        case {"_issue": issue, "_sentence": sentence}:
            return sentence if language == ENGLISH else _from_code(issue, language)
        case dict():
            return {name: in_language(issue, language) for name, issue in issues.items()}
        case list():
            return [in_language(issue, language) for issue in issues]
    return issues


def _from_code(issue: dict[str, Any], language: Language) -> str:
    values = {
        name: number_text(value, language) if isinstance(value, int) else value
        for name, value in issue["values"].items()
    }
    return texts(language)(issue["code"], **values)

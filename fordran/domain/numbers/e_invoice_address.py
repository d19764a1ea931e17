"""An address of an e-invoice in Peppol: a scheme of the list EAS, a colon, and an identifier in it.

>>> validate("0007:5560360793")
'0007:5560360793'
>>> validate("0007:556036-0793")
'0007:5560360793'
>>> is_valid("0007:5560360794"), is_valid("9999:1"), is_valid("5560360793")
(False, False, False)
"""

import re

from stdnum.exceptions import InvalidChecksum, InvalidComponent, InvalidFormat, ValidationError

from fordran.domain.numbers import gln, organisationsnummer
from fordran.domain.numbers.digits import luhn_fits, without

SWEDISH, LOCATION = "0007", "0088"
TEN = 10
_LISTED = """
0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 0191
0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 0217 0218
0219 0220 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925
9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948
9949 9950 9951 9952 9953 9957 9959
"""
_SCHEMES = frozenset(_LISTED.split())
"""Electronic address schemes of the European Commission's list EAS, as of May 2025."""

_OF_VAT_NUMBERS = {
    "AT": "9914", "BE": "9925", "BG": "9926", "CY": "9928", "CZ": "9929", "DE": "9930", "EE": "9931", "EL": "9933",
    "ES": "9920", "FR": "9957", "HR": "9934", "HU": "9910", "IE": "9935", "IT": "0211", "LT": "9937", "LU": "9938",
    "LV": "9939", "MT": "9943", "NL": "9944", "PL": "9945", "PT": "9946", "RO": "9947", "SI": "9949", "SK": "9950",
}  # fmt: skip

_IDENTIFIER = re.compile(r"[0-9A-Za-z._~:/-]{1,50}")


def compact(number: str) -> str:
    """The address without blanks, and a Swedish number without its hyphen."""
    scheme, colon, identifier = without(number, " ").partition(":")
    return scheme + colon + (organisationsnummer.compact(identifier) if scheme == SWEDISH else identifier)


def validate(number: str) -> str:
    """The compact address, or an error."""
    compacted = compact(number)
    scheme, colon, identifier = compacted.partition(":")
    if not colon or not _IDENTIFIER.fullmatch(identifier):
        raise InvalidFormat("An e-invoice address is a scheme, a colon and an identifier: 0007:5560360793.")
    if scheme not in _SCHEMES:
        raise InvalidComponent(f"There is no scheme {scheme} of e-invoice addresses.")
    if scheme == SWEDISH and not (len(identifier) == TEN and luhn_fits(identifier)):
        raise InvalidChecksum  # a sole trader's is the ten digits of a personal number
    if scheme == LOCATION:
        return f"{scheme}:{gln.validate(identifier)}"
    return compacted


def of_vat_number(number: str) -> str:
    """The address that goes with the VAT number of a business abroad; empty where its country has no scheme for that.

    >>> of_vat_number("DE136695976"), of_vat_number("FI20774740")
    ('9930:DE136695976', '')
    """
    scheme = _OF_VAT_NUMBERS.get(number[:2])
    return f"{scheme}:{number}" if scheme else ""


def is_valid(number: str) -> bool:
    """Whether scheme and identifier fit."""
    try:
        return bool(validate(number))
    except ValidationError:
        return False


def of(organization_no: str) -> str:
    """The address that a Swedish organisation has by its number."""
    return f"{SWEDISH}:{organisationsnummer.compact(organization_no)[-10:]}"


def format(number: str) -> str:
    """As it is printed: no separators."""
    return compact(number)

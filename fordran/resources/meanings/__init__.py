"""What the values of closed lists mean, a sentence each. The lists themselves are declared in domain/ and in the nouns' files.

A test holds that every value of every list that the interface shows has its sentence.
"""

from fordran.resources.meanings.cases import CASE_LISTS
from fordran.resources.meanings.happenings import HAPPENING_LISTS
from fordran.resources.meanings.letters import LETTER_LISTS
from fordran.resources.meanings.money import MONEY_LISTS
from fordran.resources.meanings.people import PEOPLE_LISTS
from fordran.shape.closed import ClosedList

CLOSED_LISTS: tuple[ClosedList, ...] = (*PEOPLE_LISTS, *CASE_LISTS, *LETTER_LISTS, *MONEY_LISTS, *HAPPENING_LISTS)

"""Questions over stored runs, and the two doors to them: `record` and `EventStore`."""

from passevents.query.answers import Answer
from passevents.query.blame import Blame, Transition
from passevents.query.comparison import Comparison, Divergence, PassComparison, PatternComparison
from passevents.query.event_store import EventStore, Merging
from passevents.query.failures import Failure
from passevents.query.filters import Filters
from passevents.query.folding import Branch, Folding
from passevents.query.groups import Group
from passevents.query.patterns import PatternTotal
from passevents.query.pruning import Pruning
from passevents.query.recording import Recording, record
from passevents.query.run import Run
from passevents.query.search import Hit
from passevents.query.settings import Setting
from passevents.query.totals import Total
from passevents.query.touches import Touch
from passevents.query.tree import TreeNode

__all__ = [
    "record",
    "Recording",
    "EventStore",
    "Merging",
    "Pruning",
    "Run",
    "Filters",
    "Answer",
    "Comparison",
    "PassComparison",
    "PatternComparison",
    "Setting",
    "Divergence",
    "Blame",
    "Transition",
    "Touch",
    "Hit",
    "Failure",
    "Total",
    "Group",
    "PatternTotal",
    "TreeNode",
    "Branch",
    "Folding",
]

"""Questions over stored runs."""

from passevents.query.event_store import EventStore
from passevents.query.filters import Filters
from passevents.query.groups import Group
from passevents.query.run import Run
from passevents.query.totals import Total
from passevents.query.tree import TreeNode

__all__ = ["EventStore", "Filters", "Group", "Run", "Total", "TreeNode"]

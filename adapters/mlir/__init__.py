"""MLIR: records every action of the contexts one attaches to, in any build that is loaded.

The recording is native and needs neither LLVM's headers nor its libraries; importing this imports no
compiler.
"""

from .records import ActionEvent
from .session import Session, attach

__all__ = ["ActionEvent", "Session", "attach"]

ADAPTER = None

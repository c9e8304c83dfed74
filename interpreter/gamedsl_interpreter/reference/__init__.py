"""The reference executor, which defines the meaning of a Game."""

from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.state import ReferenceState

__all__ = ["Checking", "ReferenceEngine", "ReferenceState"]

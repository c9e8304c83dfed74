from attrs import define
from typing import Any
from gamedsl.syntax import problems as p
from gamedsl.source import Span
@define
class Stumble:
    source: Any; line: Any; position: Any; headers: Any; column: Any; machine: Any
def diagnose(s):
    tok = s.line.tokens[min(s.position,len(s.line.tokens)-1)]
    return p.Unfitting(Span('',tok[2],tok[3]),tok[1],'',tuple(sorted(s.machine.wanted()))), None

"""Errors of campaigns that play on a cluster."""

from __future__ import annotations

from gamedsl.errors import GameDslError


class ClusterError(GameDslError, OSError):
    """No cluster answers, or its workers cannot play; the text is a sentence."""


class ClusterLostError(ClusterError):
    """The scheduler of a cluster has ended; the matches that were being played there are lost."""

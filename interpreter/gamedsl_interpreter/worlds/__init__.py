"""What a seat may believe about what it does not see, and positions drawn from that belief (see `docs/internals/worlds.md`)."""

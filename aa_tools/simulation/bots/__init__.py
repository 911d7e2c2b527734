"""The bots: how they value moves and choose one. `registry` lists them all; how a game proceeds is in `engine`."""

"""`aa game`: the commands, and the score sheet they print."""

"""The command line: commands, their options and their output. What the commands do is in the other packages."""

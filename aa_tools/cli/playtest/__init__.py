"""`aa playtest`: the command and how its reports and replays are printed. The simulator is `aa_tools.simulation`."""

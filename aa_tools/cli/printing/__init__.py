"""The commands `aa sheets`, `aa export` and `aa printer`. Layout and drawing are in `aa_tools.printing`."""

"""Files for print shops, cutting machines and online tables; `plan` is the entry point."""

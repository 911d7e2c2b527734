"""From a typed grid or a photo to a scored table: `table_input` reads, `unknowns` scores and asks if needed."""

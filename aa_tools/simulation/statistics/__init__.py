"""From game logs to estimates: `observe` counts, `moments` adds up, `intervals` computes intervals and p-values."""

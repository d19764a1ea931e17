"""Acts on many cases at once: asked for, tried or carried out in batches, stopped and gone on with."""

"""From a URI to what has to be dialled, and what to say when nobody answers. Pure."""

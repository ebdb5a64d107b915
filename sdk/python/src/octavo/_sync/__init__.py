"""The client without `async`: written by `npm run gen` from `_async`, but for `pages.py`."""

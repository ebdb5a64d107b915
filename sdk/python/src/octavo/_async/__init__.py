"""The client with `async` and `await`; `_sync` is written from it."""

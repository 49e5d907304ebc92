"""Everything that goes over the wire, as types: HTTP bodies and the messages of the web socket.

The page's TypeScript is generated from these modules (``python -m forvm.server.http.typescript``); ``docs/protocol.md``
tells who sends what and when. A market is always named by its Latin name, a seat by its number from 0.
"""

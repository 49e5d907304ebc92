"""What browsers talk to: routes, sockets, pages."""

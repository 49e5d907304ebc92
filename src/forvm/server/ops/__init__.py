"""Running a server for others: watching it, its store's backups, and everything between start and end."""

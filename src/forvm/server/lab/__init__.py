"""The laboratory in the browser: experiments that run in processes of their own while somebody watches."""

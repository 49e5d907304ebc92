"""What strangers bring is read in processes of their own, with limits on time and memory."""

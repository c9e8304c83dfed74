"""What is known of plans before any position is: analysed once when an executor is made, and read by both executors."""

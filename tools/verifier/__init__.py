"""Checks that Games keep their promises to executors: for tests and fuzzing."""

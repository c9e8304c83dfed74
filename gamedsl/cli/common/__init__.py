"""What several commands share: rules files in, findings, results and files out."""

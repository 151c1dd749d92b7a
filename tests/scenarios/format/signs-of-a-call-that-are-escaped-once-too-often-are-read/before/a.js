// Runs.
stop("<a>");

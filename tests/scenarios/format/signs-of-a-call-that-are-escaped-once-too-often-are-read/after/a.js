// Runs.
stop("<a> & <b>\n");

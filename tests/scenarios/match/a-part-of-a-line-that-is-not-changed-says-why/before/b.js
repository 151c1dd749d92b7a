function go(a) { if (a) { start(account, now); } }

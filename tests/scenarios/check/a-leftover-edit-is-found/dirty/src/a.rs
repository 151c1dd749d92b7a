fn a() {}
<<<<<<< SEARCH
fn b() {}
=======
fn c() {}
>>>>>>> REPLACE

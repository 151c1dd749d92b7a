const price = 1;
const call = {"reply": "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE", "old_string": ""};
const name = "shop";

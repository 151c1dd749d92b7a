const price = 1;
const name = "shop";

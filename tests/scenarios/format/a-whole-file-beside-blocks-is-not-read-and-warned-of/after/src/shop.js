const price = 2;
const name = "shop";

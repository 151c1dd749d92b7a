const price = 3;
const name = "shop";

const price = 2;
const name = "shop";

export function total(cart) {
  return price * cart.length;
}

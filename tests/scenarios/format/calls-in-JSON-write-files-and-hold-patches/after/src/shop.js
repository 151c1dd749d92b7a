const price = 2;
const name = "store";

export function total(cart) {
  return price * cart.length;
}

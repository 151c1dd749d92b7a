const cart = [];
export default cart;

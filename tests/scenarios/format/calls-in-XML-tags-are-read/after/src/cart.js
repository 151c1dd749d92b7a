const cart = new Map();
export default cart;

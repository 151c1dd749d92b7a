const loaded = [];

export function add(name) {
  loaded.push(name);
}

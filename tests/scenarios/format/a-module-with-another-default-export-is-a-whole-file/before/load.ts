export const load = () => ({ name: "x" });

export const tax = 0.1;

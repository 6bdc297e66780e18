/** The condition that an order is placed again if its buyer does not pay: only the other choice is stored. */
export const isRelisting = (order: string) => `(${order}.is_relisting is null)`;

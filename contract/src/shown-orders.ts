/** How many open orders of a size and side `GET /{id}` shows. */
export const SHOWN_ORDERS_PER_SIDE = 50;

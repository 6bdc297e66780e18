/** The number of open orders per size and side that `GET /{id}` shows. */
export const SHOWN_ORDERS_PER_SIDE = 50;

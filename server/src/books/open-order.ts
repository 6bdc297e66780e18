/** SQL: true for an order whose lifetime has not ended, even before it is swept. */
export const isUnexpired = (order: string) => `(${order}.expires_at is null or ${order}.expires_at > now())`;

/** SQL: true for an open row of `orders` that has not expired. */
export const isOpenNow = (order: string) => `${order}.status = 'open' and ${isUnexpired(order)}`;

/** SQL: true for an open row of `orders` that has not expired, even before it is swept. */
export const isOpenNow = (order: string) =>
  `${order}.status = 'open' and (${order}.expires_at is null or ${order}.expires_at > now())`;

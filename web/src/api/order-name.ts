interface OrderOfProduct {
  readonly id: string;
  readonly productId: number | null;
}

/** The name of one of a user's orders: its id is unique only among those of its product. */
export function orderName({ id, productId }: OrderOfProduct): string {
  return `${productId}/${id}`;
}

/** The same, in the body of a call. */
export function namedOrder({ id, productId }: OrderOfProduct): { id: string; productId?: number } {
  return productId === null ? { id } : { id, productId };
}

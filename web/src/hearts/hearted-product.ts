/** A product that has a heart. */
export interface HeartedProduct {
  readonly id: number;
  readonly name: string;
}

/** The size that means all sizes of a product. */
export const ALL_SIZES = '';

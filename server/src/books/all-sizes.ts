/** The size that stands for all sizes of a product. */
export const ALL_SIZES = '';

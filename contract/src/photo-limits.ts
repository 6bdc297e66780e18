// Separate from the schemas, which a page would load with them.

/** The largest photo of a pair that the desk takes. Its pages make smaller ones. */
export const MAX_PHOTO_BYTES = 1_000_000;
/** The pictures that a buyer may add to a claim. */
export const MAX_CLAIM_PHOTOS = 6;
/** The photos that a member may add to a deal. */
export const MAX_PHOTOS = 20;

/** How many products one stream may watch. */
export const WATCHED_PRODUCTS = 50;
/** How many price levels of each side a stream tells. */
export const SHOWN_LEVELS = 20;
/** How often a quiet stream shows that it is there. */
export const LIVE_COMMENT_MS = 15_000;

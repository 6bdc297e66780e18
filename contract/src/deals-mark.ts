/**
 * The id of the element that every page has once deals have started. Before that, pages show nothing of deals. Its JSON
 * is the name of the payment provider, or null without payments.
 */
export const DEALS_MARK_ID = 'has-deals';

/** The id of the element that every page has once deals have started. Before that, pages show nothing of deals. */
export const DEALS_MARK_ID = 'has-deals';

import { BrowserHistory } from './browser-history.js';

/** The history of this window. */
export const browserHistory = new BrowserHistory(window);

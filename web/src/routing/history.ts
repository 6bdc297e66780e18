import { BrowserHistory } from './browser-history.js';

/** That of this window. */
export const browserHistory = new BrowserHistory(window);

import { HelpIndexPage } from './help-index-page.js';
import { HelpPage } from './help-page.js';

/** One file for both: they are small, and share their list. */
export const HELP_PAGES = { HelpIndexPage, HelpPage };

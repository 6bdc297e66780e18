import { HelpIndexPage } from './help-index-page.js';
import { HelpPage } from './help-page.js';

/** One file of both: they are short, and share their list. */
export const HELP_PAGES = { HelpIndexPage, HelpPage };

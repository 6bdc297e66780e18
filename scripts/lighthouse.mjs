import { wholeBrowserPath } from './browser.mjs';
import { prepare } from './prepare.mjs';

prepare({ withTools: true });
process.env.BROWSER_PATH = wholeBrowserPath();
await import('../e2e/dist/lighthouse.js');

import { browserPath } from './browser.mjs';
import { prepare } from './prepare.mjs';

prepare({ withTools: true });
process.env.BROWSER_PATH = browserPath();
await import('../e2e/dist/screenshots.js');

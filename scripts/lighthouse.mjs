import { browserPath } from './browser.mjs';
import { prepare } from './prepare.mjs';

prepare();
process.env.BROWSER_PATH = browserPath();
await import('../e2e/dist/lighthouse.js');

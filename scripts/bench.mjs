import { findBrowser } from './browser.mjs';
import { prepare } from './prepare.mjs';

prepare({ withTools: true });
process.env.BROWSER_PATH = findBrowser() ?? '';
await import('../bench/dist/main.js');

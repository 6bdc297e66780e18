import { readFileSync } from 'node:fs';
import type { JSHandle, Page } from 'playwright-core';
import type { IdentityProvider } from '../../../web/src/api/identity/identity-provider.js';

const MANIFEST = new URL('../../../web/dist/.vite/manifest.json', import.meta.url);
const SOURCE = 'src/api/identity/firebase-provider.ts';

/**
 * The identity provider of an open page that has not loaded it, to test Firebase's side of the port independently of
 * the screens.
 */
export async function openPort(page: Page, setup: object): Promise<JSHandle<IdentityProvider>> {
  const files = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, { file: string }>;
  const file = JSON.stringify(`/${files[SOURCE]?.file}`);
  const options = JSON.stringify({ expectsPopup: false });
  return (await page.evaluateHandle(
    `import(${file}).then((module) => module.firebaseProvider(${JSON.stringify(setup)}, ${options}))`,
  )) as JSHandle<IdentityProvider>;
}

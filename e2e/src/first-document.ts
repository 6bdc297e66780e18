import type { BrowserContext } from 'playwright-core';
import type { Account } from './accounts.js';

/** A cookie of a person who has not opened a page yet: what the site remembers in the browser, encoded. */
const UNOPENED_COOKIE = 'unopened';

/**
 * Lets the first document that a person opens store what the site remembers, and nothing else. Playwright's
 * `storageState` would open and close a page for that, which costs as much as a browser context.
 */
export async function addStart(context: BrowserContext, url: string): Promise<void> {
  await context.addInitScript(
    ([origin, marker]) => {
      const cookie = document.cookie.split('; ').find((text) => text.startsWith(`${marker}=`));
      if (location.origin === origin && cookie !== undefined) {
        localStorage.clear();
        sessionStorage.clear();
        const text = decodeURIComponent(cookie.slice(marker.length + 1));
        if (text !== '') {
          localStorage.setItem('persist:root', text);
        }
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is too late for the page's own scripts
        document.cookie = `${marker}=; path=/; max-age=0`;
      }
    },
    [new URL(url).origin, UNOPENED_COOKIE] as const,
  );
}

/** Gives a browser the state of a visitor, or of an account after a login with 'Remember Me'. */
export async function prepareStart(
  context: BrowserContext,
  url: string,
  account: Account | undefined,
): Promise<void> {
  const stored = account && {
    state: { user: { id: account.uid, isLoggedInPersisted: 'true' } },
    version: 0,
  };
  const ofSite = { url, secure: url.startsWith('https:'), sameSite: 'Lax' as const };
  await context.clearCookies();
  await context.addCookies([
    ...(account?.cookies ?? []).map((cookie) => ({ ...cookie, ...ofSite, httpOnly: true })),
    { name: UNOPENED_COOKIE, value: stored ? encodeURIComponent(JSON.stringify(stored)) : '', ...ofSite },
  ]);
}

import type { Account } from '../../src/accounts.js';
import type { Person } from '../../src/person.js';

/**
 * The user of a page with a Logout button logs out, and another one logs in in another tab of the browser. The page
 * stays, with its calls under way.
 */
export async function changesUser(person: Person, next: Account): Promise<void> {
  const { page } = person;
  await person.logsOut();
  await person.link('Log In').first().waitFor();
  const ofSite = { url: new URL(page.url()).origin, sameSite: 'Lax' as const, httpOnly: true };
  await page.context().addCookies(next.cookies.map((cookie) => ({ ...cookie, ...ofSite })));
  await page.evaluate((uid) => {
    const user = { id: uid, isLoggedInPersisted: 'true' };
    localStorage.setItem('persist:root', JSON.stringify({ state: { user }, version: 0 }));
    // As for an item that another tab has stored.
    dispatchEvent(new StorageEvent('storage', { key: 'persist:root' }));
  }, next.uid);
  await person.link('Dashboard').first().waitFor();
}

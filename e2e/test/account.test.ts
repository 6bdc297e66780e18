import { describe, expect, it } from 'vitest';
import { useShop } from './support/shop.js';

const shop = useShop();
const SECURITY = '/dashboard/settings/security';

describe('recent activity', () => {
  it('says what happened, newest first, and shows more when asked to', async () => {
    const { person, account } = await shop.trader({ isReady: false });
    for (let sessions = 0; sessions < 21; sessions += 1) {
      await account.signInBy('Mozilla/5.0 (Windows NT 10.0) Firefox/140.0');
    }
    await person.opens(SECURITY);
    const activity = person.page.getByRole('region', { name: 'RECENT ACTIVITY' });
    const rows = activity.getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(20);
    expect(await rows.first().innerText()).toMatch(
      /^Logged in from a new browser with password\n+.+, Firefox on Windows, 127\.0\.0\.1$/,
    );
    await person.presses('Show more');
    await expect.poll(() => rows.count()).toBe(22);
    const focused = 'document.activeElement?.ariaLabel';
    await expect.poll(() => person.page.evaluate(focused)).toBe('Recent activity');
    expect(await rows.last().innerText()).toMatch(/^Signed up\n/);
    await person.button('Show more').waitFor({ state: 'detached' });
    await person.presses('End all others');
    await expect.poll(() => rows.first().innerText()).toMatch(/^All other sessions were ended\n/);
  });
});

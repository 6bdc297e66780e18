import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../src/accounts.js';
import { turnAppOn } from '../src/second-factor.js';
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

describe('a changed payout', () => {
  it('asks for the password when the login is older than ten minutes, and is saved then', async () => {
    const { person, account } = await shop.trader();
    person.expectsComplaint(/status of 403/);
    await shop.app.database.pool.query(
      `update identity_sessions set proved_at = now() - interval '11 minutes' where user_id = $1`,
      [account.uid],
    );
    await person.opens('/dashboard/settings');
    await person.presses('Edit payout details');
    await person.presses('Credit card');
    await person.seesHeading("Confirm it's you");
    await expect.poll(() => person.focused()).toBe('PASSWORD');
    await person.page.keyboard.press('Escape');
    await expect.poll(() => person.heading("Confirm it's you").count()).toBe(0);
    // What was being chosen stays open.
    await person.presses('Credit card');
    await person.types('PASSWORD', 'not the password');
    await person.presses('CONFIRM');
    await person.seesFault('PASSWORD', 'This is not the password of your account.');
    await person.types('PASSWORD', PASSWORD);
    await person.page.keyboard.press('Enter');
    await person.seesToast('Your payout is saved.');
    await person.page
      .getByRole('region', { name: 'PAYOUT DETAILS' })
      .getByRole('img', { name: 'Credit card' })
      .waitFor();
    const focused = 'document.activeElement?.ariaLabel';
    await expect.poll(() => person.page.evaluate(focused)).toBe('Edit payout details');
  });
});

describe('a second factor that was turned on', () => {
  it('offers to end the other sessions, once its recovery codes are saved', async () => {
    const { person, account } = await shop.trader({ isReady: false });
    await account.signInBy('Firefox/140.0');
    await person.opens(SECURITY);
    await turnAppOn(person);
    expect(await person.button('End other sessions').count()).toBe(0);
    await person.presses('I HAVE SAVED THEM');
    await person.presses('End other sessions');
    await person.seesToast('All other sessions have ended.');
    const sessions = person.page.getByRole('region', { name: 'SESSIONS', exact: true });
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
    await person.button('End other sessions').waitFor({ state: 'detached' });
    await expect.poll(() => person.focused()).toBe('SECOND FACTOR');
  });

  it('offers nothing where there is no other session', async () => {
    const { person } = await shop.trader({ isReady: false });
    await person.opens(SECURITY);
    await turnAppOn(person);
    await person.presses('I HAVE SAVED THEM');
    await person.sees('Turned on');
    expect(await person.button('End other sessions').count()).toBe(0);
  });
});

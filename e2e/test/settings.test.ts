import { describe, expect, it } from 'vitest';
import { type Account, SHIPPING } from '../src/accounts.js';
import type { Person } from '../src/person.js';
import { delayed } from './support/faults.js';
import { useShop } from './support/shop.js';

const shop = useShop();

describe('shipping changed in another tab', () => {
  const stored = async ({ uid }: Account) => {
    const { rows } = await shop.app.database.pool.query<{ city: string; phone: string; zip: string }>(
      'select city, phone, zip from accounts where user_id = $1',
      [uid],
    );
    return rows[0];
  };

  const choice = (person: Person, field: string, value: string | RegExp) =>
    person.page.getByRole('group', { name: field }).getByRole('radio', { name: value });

  it('is not overwritten by a form opened before: both values are shown', async () => {
    const { person, account } = await shop.trader();
    const other = await person.newTab();
    other.expectsComplaint(/status of 409/);
    for (const tab of [person, other]) {
      await tab.opens('/dashboard/settings/shipping');
    }
    await other.seesAllOfIt();
    await other.types('Phone Number', '5550199');
    await person.types('City', 'Paris');
    await person.types('Postal Code', '75001');
    await person.presses('SUBMIT');
    await person.seesToast('Your shipping is saved.');
    await other.presses('SUBMIT');
    await other.seesHeading('Your shipping was changed in another tab');
    expect(await stored(account)).toEqual({ city: 'Paris', phone: SHIPPING.phone, zip: '75001' });
    // Untouched fields take the new values, and edited ones stay, unless the user decides otherwise.
    expect(await other.page.getByRole('radio').count()).toBe(6);
    for (const [field, value] of [
      ['City', /Paris/],
      ['Postal Code', /75001/],
      ['Phone Number', /5550199/],
    ] as const) {
      await expect.poll(() => choice(other, field, value).isChecked()).toBe(true);
    }
    await choice(other, 'Postal Code', /N1 9GU/).check();
    await other.presses('Save these');
    await other.isAt('/dashboard/settings');
    expect(await stored(account)).toEqual({ city: 'Paris', phone: '5550199', zip: 'N1 9GU' });
  });
});

describe('the dashboard', () => {
  it('leads to Home after a logout, also if a read was refused before its answer arrived', async () => {
    const { person } = await shop.trader();
    person.expectsComplaint(/status of 401/);
    await person.opens('/dashboard/profile');
    await expect.poll(() => person.answeredStreams()).toContain('/api/live/me');
    await person.seesAllOfIt();
    const logout = await delayed(person.page, '/api/auth/sign-out');
    // The server ends the user's live stream; the tab reads again what it may have missed.
    const refusedRead = person.page.waitForResponse(
      (response) => response.status() === 401 && !response.url().includes('/api/live/'),
    );
    await person.logsOut();
    await refusedRead;
    await logout.end();
    await person.isAt('/');
    expect(await person.page.getByText('Your session has ended').count()).toBe(0);
  });

  it('logs out a user whose session has ended elsewhere, and says so', async () => {
    const { person, account } = await shop.trader();
    person.expectsComplaint(/status of 401/);
    // Its own stream would notice before the dashboard's request.
    await person.page.route('**/api/live/me', () => {});
    await person.opens('/help');
    // After the session's end, a late read of the page would log out before the dashboard does.
    await person.button('Notifications').waitFor();
    await person.seesAllOfIt();
    await account.post('/auth/sign-out');
    await person.follows('Dashboard');
    await person.isAt('/login');
    await person.seesToast('Your session has ended. Please log in again.');
    await person.page.getByRole('main').getByText('Your session has ended. Please log in again.').waitFor();
    expect(await person.page.evaluate(() => localStorage.getItem('persist:root') ?? '')).not.toContain(
      account.uid,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { delayed } from './support/faults.js';
import { useShop } from './support/shop.js';

const shop = useShop();

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

import { DESK_QUEUES } from '@perkex/contract/desk.js';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DeskPage } from '../src/desk/desk-page.js';
import { inDesk } from './support/desk-money.js';
import { openPage, startServer } from './support/open-page.js';

it('a member turns their daily mail off', async () => {
  const server = startServer();
  const queues = DESK_QUEUES.map((queue) => ({ queue, count: 0, oldest: null }));
  server.answer('desk', { name: 'ann', role: 'desk', queues, hasDigest: true });
  server.answer('deskDeals', { deals: [] });
  server.answer('savedFilters', { filters: [] });
  server.answer('chooseDigest', 'You get no daily mail.');
  const { user } = openPage(inDesk(DeskPage), { at: '/desk', path: '/desk', userId: 'ada' });
  const choice = await screen.findByRole('checkbox', { name: 'Daily mail of what waits' });
  server.answer('desk', { name: 'ann', role: 'desk', queues, hasDigest: false });
  await user.click(choice);
  await expect.poll(() => choice).toHaveProperty('checked', false);
  expect(server.requestsOf('chooseDigest').at(-1)?.body).toEqual({ uid: 'ada', isOn: false });
});

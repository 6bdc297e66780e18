import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DeskPage } from '../src/desk/desk-page.js';
import { deskOf } from './support/desk-deal.js';
import { inDesk } from './support/desk-money.js';
import { openPage, startServer } from './support/open-page.js';

it('a member turns their daily mail off', async () => {
  const server = startServer();
  server.answer('desk', deskOf('desk'));
  server.answer('deskDeals', { deals: [] });
  server.answer('savedFilters', { filters: [] });
  server.answer('chooseDigest', 'You get no daily mail.');
  const { user } = openPage(inDesk(DeskPage), { at: '/desk', path: '/desk', userId: 'ada' });
  const choice = await screen.findByRole('checkbox', { name: 'Daily mail about waiting work' });
  server.answer('desk', { ...deskOf('desk'), hasDigest: false });
  await user.click(choice);
  await expect.poll(() => choice).toHaveProperty('checked', false);
  expect(server.requestsOf('chooseDigest').at(-1)?.body).toEqual({ uid: 'ada', isOn: false });
});

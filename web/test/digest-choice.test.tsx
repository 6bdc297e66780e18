import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DeskPage } from '../src/desk/desk-page.js';
import { deskOf } from './support/desk-deal.js';
import { openDesk, startDesk } from './support/open-desk.js';
import { server } from './support/open-page.js';

it('a member turns their daily mail off', async () => {
  startDesk('desk');
  server.answer('deskDeals', { deals: [] });
  server.answer('chooseDigest', 'You get no daily mail.');
  const { user } = openDesk(DeskPage, '/desk');
  const choice = await screen.findByRole('checkbox', { name: 'Daily mail about waiting work' });
  server.answer('desk', { ...deskOf('desk'), hasDigest: false });
  await user.click(choice);
  await expect.poll(() => choice).toHaveProperty('checked', false);
  expect(server.requestsOf('chooseDigest').at(-1)?.body).toEqual({ uid: 'ada', isOn: false });
});

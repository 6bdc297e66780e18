import { MAILED_BY_DEFAULT } from '@perkex/core/notifications/notifications.js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SettingsPage } from '../src/settings/settings-page.js';
import { userData } from './support/data.js';
import { markDealsStarted } from './support/deals.js';
import { openPage, startServer } from './support/open-page.js';

async function openSettings() {
  const server = startServer();
  server.answer('userData', userData());
  server.answer('paymentSetup', {
    provider: 'play',
    publishableKey: null,
    hasCard: true,
    testCard: 'works',
    payouts: 'ready',
    bankAccount: null,
  });
  server.answer('noticeSettings', { mails: 'on', kinds: MAILED_BY_DEFAULT });
  const at = '/dashboard/settings';
  const { user } = openPage(SettingsPage, { at, userId: 'ada' });
  const choices = await screen.findByRole('group', { name: 'Besides the bell, mail me when:' });
  return { user, server, choices };
}

async function openMails(): Promise<(string | null)[]> {
  const { choices } = await openSettings();
  return within(choices)
    .getAllByRole('checkbox')
    .map((box) => box.parentElement?.textContent ?? null);
}

const NEWS_OF_DEALS = 'There is news of one of my deals';

it('mails about deals can be chosen once deals have started', async () => {
  markDealsStarted();
  expect(await openMails()).toContain(NEWS_OF_DEALS);
});

it('before that, no setting mentions deals', async () => {
  const kinds = await openMails();
  expect(kinds).toHaveLength(8);
  expect(kinds).not.toContain(NEWS_OF_DEALS);
});

it('the daily mail about the close is off at first, and is turned on there', async () => {
  const { user, server } = await openSettings();
  const close = screen.getByRole<HTMLInputElement>('checkbox', { name: /^The close/ });
  expect(close.checked).toBe(false);
  server.answer('noticeMail', 'These mails are turned on.');
  await user.click(close);
  await waitFor(() =>
    expect(server.requestsOf('noticeMail').map(({ body }) => [body.kind, body.isOn])).toEqual([
      ['close', true],
    ]),
  );
});

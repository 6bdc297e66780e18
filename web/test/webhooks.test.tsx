import type { Delivery, OwnWebhook } from '@perkex/contract/webhooks.js';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { DeliveriesPage } from '../src/settings/webhooks/deliveries-page.js';
import { WebhooksPage } from '../src/settings/webhooks/webhooks-page.js';
import { UNVERIFIED_SECURITY } from './support/data.js';
import { refusal } from './support/fake-server.js';
import { button, openPage, startServer } from './support/open-page.js';
import { expectFocus, expectToast } from './support/shown.js';

const PAGE = '/dashboard/settings/webhooks';
const SECRET = 'whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG=';
const URL = 'https://hooks.example/perkex';
const WEBHOOK: OwnWebhook = {
  webhook: '0198c0de-0000-7000-8000-000000000000',
  url: URL,
  kinds: ['order', 'trade'],
  madeAt: '2026-11-20T12:00:00.000Z',
  formerSecretUntil: null,
  off: null,
  waiting: 1,
};
const DELIVERY: Delivery = {
  number: 42,
  kind: 'order',
  status: 'failed',
  attempts: 10,
  attemptedAt: '2026-11-21T12:00:00.000Z',
  nextAt: null,
  answerStatus: 500,
  answer: '<img src=x>',
};

/** Presses a button once it is ready. */
async function presses(user: UserEvent, name: string, area: Pick<typeof screen, 'getByRole'> = screen) {
  const found = area.getByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(found.disabled).toBe(false));
  await user.click(found);
}

/** The page of a user with these webhooks, on a server that changes them. */
async function openWebhooks(initial: readonly OwnWebhook[] = [WEBHOOK]) {
  const server = startServer();
  let webhooks = [...initial];
  server.answer('webhooks', () => ({ webhooks }));
  server.answer('makeWebhook', ({ body: { uid: _, ...terms } }) => {
    const made = { ...WEBHOOK, ...terms };
    webhooks = [made, ...webhooks];
    return { secret: SECRET, webhook: made };
  });
  server.answer('renewWebhookSecret', () => {
    const [renewed = WEBHOOK] = webhooks;
    return { secret: SECRET, webhook: renewed };
  });
  server.answer('switchWebhook', ({ body: { isOn } }) => {
    const off = isOn ? null : ({ reason: 'owner', at: '2026-11-22T12:00:00.000Z' } as const);
    webhooks = webhooks.map((each) => ({ ...each, off }));
    return 'Your webhook is off.';
  });
  server.answer('deleteWebhook', () => {
    webhooks = [];
    return 'Your webhook is deleted.';
  });
  server.answer('security', UNVERIFIED_SECURITY);
  const page = openPage(WebhooksPage, { at: PAGE, userId: 'ada' });
  await screen.findByRole('region', { name: 'YOUR WEBHOOKS' });
  return { ...page, server };
}

describe('the webhooks of a user', () => {
  it('are listed with their kinds, state and what waits', async () => {
    await openWebhooks([
      WEBHOOK,
      {
        ...WEBHOOK,
        webhook: '0198c0de-0000-7000-8000-000000000001',
        formerSecretUntil: '2026-11-23T12:00:00.000Z',
        off: { reason: 'failing', at: '2026-11-22T12:00:00.000Z' },
        waiting: 0,
      },
    ]);
    const [on, off] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(on).toMatch(/Orders, Trades\. Made 2\d Nov 2026\.1 event waits\./);
    expect(off).toMatch(/The former secret also signs until 2\d Nov 2026, \d\d:\d\d\.No event waits\./);
    expect(off).toMatch(/Off since 2\d Nov 2026, \d\d:\d\d\. An event failed ten times over three days\./);
  });

  it('may be none', async () => {
    await openWebhooks([]);
    expect(screen.getByText('You have no webhooks. Nothing is sent anywhere.')).toBeDefined();
  });

  it('that cannot be loaded can be loaded again', async () => {
    const server = startServer();
    server.answer('webhooks', refusal('internal-error'));
    const { user } = openPage(WebhooksPage, { at: PAGE, userId: 'ada' });
    await screen.findByText('Your webhooks could not be loaded.');
    server.answer('webhooks', { webhooks: [] });
    await user.click(button('Try again'));
    await screen.findByText('You have no webhooks. Nothing is sent anywhere.');
  });

  it('are made with an https address and at least one kind, and show their secret once', async () => {
    const { user, server } = await openWebhooks([]);
    await user.click(button('Make a webhook'));
    await user.type(screen.getByLabelText('Address'), 'http://hooks.example');
    for (const kind of ['Orders', 'Trades', 'Deals', 'Money']) {
      await user.click(screen.getByLabelText(kind));
    }
    await presses(user, 'Make the webhook');
    expect(screen.getByText('It must begin with https:// and have no login and no #.')).toBeDefined();
    expect(screen.getByText('Choose at least one kind.')).toBeDefined();
    await user.clear(screen.getByLabelText('Address'));
    await user.type(screen.getByLabelText('Address'), ` ${URL} `);
    await user.click(screen.getByLabelText('Money'));
    await presses(user, 'Make the webhook');
    await screen.findByText(SECRET);
    expect(server.requestsOf('makeWebhook').map(({ body }) => body)).toEqual([
      { uid: 'ada', url: URL, kinds: ['money'] },
    ]);
    await presses(user, 'I HAVE SAVED IT');
    expect(screen.queryByText(SECRET)).toBeNull();
    await expectFocus(() => screen.getByRole('heading', { name: 'YOUR WEBHOOKS' }));
  });

  it('get a new secret, are turned off, and are deleted', async () => {
    const { user } = await openWebhooks();
    await user.click(button('New secret'));
    await presses(user, 'Make a new secret');
    await screen.findByText(SECRET);
    await presses(user, 'I HAVE SAVED IT');
    await user.click(button('Turn off'));
    await expectToast('The webhook is off.');
    await screen.findByText(/You turned it off\.$/);
    await user.click(button('Delete'));
    await presses(user, 'Delete', within(screen.getByRole('dialog')));
    await expectToast('The webhook is deleted.');
    await screen.findByText('You have no webhooks. Nothing is sent anywhere.');
  });

  it('ask to verify the session first, and are then made', async () => {
    const { user, server } = await openWebhooks([]);
    server.answer('makeWebhook', refusal('proof-needed'));
    await user.click(button('Make a webhook'));
    await user.type(screen.getByLabelText('Address'), URL);
    await presses(user, 'Make the webhook');
    await screen.findByText(
      'A webhook sends your events to another website. Nothing is saved until you confirm.',
    );
  });
});

/** The page of a webhook with these deliveries, on a server that replays them. */
async function openDeliveries(deliveries: readonly Delivery[], webhook = WEBHOOK) {
  const server = startServer();
  server.answer('deliveries', ({ query }) => ({
    webhook,
    deliveries: deliveries.filter((each) => (query.get('status') ?? each.status) === each.status),
    next: null,
  }));
  server.answer('replayEvents', ({ body: { from, to } }) => ({ events: Number(to) - Number(from) + 1 }));
  const path = `${PAGE}/:webhook`;
  const page = openPage(DeliveriesPage, { at: `${PAGE}/${webhook.webhook}`, path, userId: 'ada' });
  await screen.findByText(URL);
  return { ...page, server };
}

describe('the deliveries of a webhook', () => {
  it('show their attempts and last answers as text, by status', async () => {
    const { user } = await openDeliveries([
      DELIVERY,
      {
        ...DELIVERY,
        number: 41,
        status: 'waiting',
        attempts: 1,
        nextAt: '2026-11-21T12:00:05.000Z',
        answerStatus: null,
        answer: 'no answer within 15 seconds',
      },
    ]);
    const [failed, waiting] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(failed).toMatch(/Event 42OrdersFailed10 attempts, the last one 2\d Nov 2026, \d\d:\d\d/);
    expect(failed).toContain('Answer 500<img src=x>');
    expect(document.querySelector('li img')).toBeNull();
    expect(waiting).toMatch(/Waiting1 attempt, .*\. Next: 2\d Nov 2026, \d\d:\d\d/);
    expect(waiting).toContain('Failed: no answer within 15 seconds.');
    expect(screen.getByText(`${location.origin}/api/webhooks/ada/${WEBHOOK.webhook}/sold`)).toBeDefined();
    await user.selectOptions(screen.getByLabelText('Show'), 'Delivered');
    await screen.findByText('No event has this status.');
  });

  it('are replayed one by one, and by a range of numbers', async () => {
    const { user, server } = await openDeliveries([DELIVERY]);
    await user.click(button('Replay event 42'));
    await expectToast('One event is sent again.');
    const [from, to] = [screen.getByLabelText('From event'), screen.getByLabelText('To event')];
    await user.type(from, '40');
    await user.type(to, '30');
    await user.click(button('Replay'));
    await screen.findByText('Enter the numbers of the first and the last event, at most 1000 events.');
    await user.clear(to);
    await user.type(to, '42');
    await user.click(button('Replay'));
    await expectToast('3 events are sent again.');
    const { webhook } = WEBHOOK;
    expect(server.requestsOf('replayEvents').map(({ body }) => body)).toEqual([
      { uid: 'ada', webhook, from: 42, to: 42 },
      { uid: 'ada', webhook, from: 40, to: 42 },
    ]);
  });

  it('cannot be replayed while the webhook is off, which the page says', async () => {
    const off = { reason: 'gone', at: '2026-11-22T12:00:00.000Z' } as const;
    await openDeliveries([DELIVERY], { ...WEBHOOK, off });
    expect(screen.getByText(/The receiver answered 410: it wants no more events\.$/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /Replay|Copy/ })).toBeNull();
  });

  it('of an unknown webhook are not there', async () => {
    const server = startServer();
    server.answer('deliveries', refusal('unknown-webhook'));
    openPage(DeliveriesPage, { at: `${PAGE}/x`, path: `${PAGE}/:webhook`, userId: 'ada' });
    await screen.findByText('You have no such webhook. It may have been deleted.');
  });
});

import type { Delivery, OwnWebhook } from '@perkex/contract/webhooks.js';
import type { Screen } from './order-screens.js';
import { answersCalls } from './page-answers.js';

const PAGE = '/dashboard/settings/webhooks';

const WEBHOOK: OwnWebhook = {
  webhook: '0198c0de-0000-7000-8000-000000000000',
  url: 'https://orders.shop.example/perkex?from=market',
  kinds: ['order', 'trade', 'deal', 'money'],
  madeAt: '2026-11-20T12:00:00.000Z',
  formerSecretUntil: '2026-11-28T09:30:00.000Z',
  off: null,
  waiting: 2,
};

const OFF: OwnWebhook = {
  ...WEBHOOK,
  webhook: '0198c0de-0000-7000-8000-000000000001',
  url: 'https://accounting.example/hooks/sneakers',
  kinds: ['money'],
  formerSecretUntil: null,
  off: { reason: 'failing', at: '2026-11-27T08:12:00.000Z' },
  waiting: 31,
};

const SETTLED = {
  kind: 'order',
  attempts: 1,
  nextAt: null,
  attemptedAt: '2026-11-27T11:58:00.000Z',
} as const;

const DELIVERIES: readonly Delivery[] = [
  {
    ...SETTLED,
    number: 45,
    kind: 'money',
    status: 'waiting',
    attempts: 3,
    nextAt: '2026-11-27T12:10:00.000Z',
    answerStatus: 503,
    answer: '{"error":"The queue of <b>orders</b> is full. Please try again in a few minutes."}',
  },
  {
    ...SETTLED,
    number: 44,
    kind: 'deal',
    status: 'waiting',
    nextAt: '2026-11-27T12:01:00.000Z',
    answerStatus: null,
    answer: 'no answer within 15 seconds',
  },
  { ...SETTLED, number: 43, kind: 'trade', status: 'delivered', answerStatus: 204, answer: '' },
  { ...SETTLED, number: 42, status: 'delivered', attempts: 2, answerStatus: 200, answer: 'ok' },
  {
    ...SETTLED,
    number: 41,
    status: 'failed',
    attempts: 10,
    answerStatus: 404,
    answer: `<!doctype html><html><head><title>Not found</title></head><body><h1>Not found</h1>${'<p>There is nothing here.</p>'.repeat(6)}`,
  },
];

/** The screens of webhooks. */
export const WEBHOOK_SCREENS: readonly Screen[] = [
  { name: 'webhooks', path: PAGE },
  {
    name: 'webhooks-made',
    leavesTraces: true,
    path: PAGE,
    hasOwnAccount: true,
    async prepare(person) {
      await person.presses('Make a webhook');
      await person.page.getByLabel('Address').fill(WEBHOOK.url);
      await person.presses('Make the webhook');
      await person.sees(/^whsec_/);
    },
  },
  {
    name: 'webhooks-form',
    leavesTraces: true,
    path: PAGE,
    async prepare(person) {
      await answersCalls(person, /^\/api\/webhooks$/, { json: { webhooks: [WEBHOOK, OFF] } });
      await person.opens(PAGE);
      await person.page.getByRole('button', { name: 'Change' }).first().click();
      await person.page.getByLabel('Address').fill('http://orders.shop.example');
      await person.presses('Save');
      await person.sees('It must begin with https:// and have no login and no #.');
    },
  },
  {
    name: 'deliveries',
    leavesTraces: true,
    path: PAGE,
    async prepare(person) {
      const page = `${PAGE}/${WEBHOOK.webhook}`;
      const json = { webhook: WEBHOOK, deliveries: DELIVERIES, next: 41 };
      await answersCalls(person, /^\/api\/webhooks\/[^/]+\/deliveries/, { json });
      await person.opens(page);
      await person.sees('Answer 503');
    },
  },
];

import type { Screen } from './order-screens.js';
import { answersCalls } from './page-answers.js';
import { beginApp, turnAppOn } from './second-factor.js';
import { WEBHOOK_SCREENS } from './webhook-screens.js';

const BROWSERS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
];
const SECURITY = '/dashboard/settings/security';

const SHOE = { id: 1, name: 'Air Jordan 1 Retro High OG' };
const ORDER = { act: 'ask', product: 1, size: '9', price: 240 };

/** A call of an agent of each kind: under way, done, and refused. */
const AGENT_CALLS = (
  [
    ['place_order', SHOE, { ...ORDER, id: '8e0c1f2a-0b1c-4d1e-8f3a-2b4c6d8e0f12', expiresIn: 30 }, null],
    ['place_order', SHOE, ORDER, 'done'],
    ['place_order', SHOE, { ...ORDER, price: 2400 }, 'key-limit'],
    ['prepare_order', SHOE, { ...ORDER, price: 235 }, 'done'],
    ['cancel_order', null, { id: '8e0c1f2a-0b1c-4d1e-8f3a-2b4c6d8e0f12' }, 'already-traded'],
    ['change_order', null, { id: '8e0c1f2a-0b1c-4d1e-8f3a-2b4c6d8e0f12', price: 30 }, 'price-unconfirmed'],
    ['get_mandate', null, {}, 'done'],
    ['search_products', null, { query: 'jordan 1 '.repeat(12) }, 'done'],
    ['list_my_deals', null, { party: 'seller' }, 'missing-scope'],
  ] as const
).map(([tool, product, input, outcome], index) => ({
  id: String(9 - index),
  keyName: 'Price bot',
  tool,
  product,
  input: JSON.stringify(input),
  outcome,
  at: `2026-11-27T12:0${9 - index}:00.000Z`,
}));

/** The security settings of an account, and the steps of logging in to it. */
export const SECURITY_SCREENS: readonly Screen[] = [
  {
    name: 'security',
    path: SECURITY,
    hasOwnAccount: true,
    async prepare(person, account) {
      await Promise.all(BROWSERS.map((userAgent) => account.signInBy(userAgent)));
      await person.page.reload();
    },
  },
  {
    name: 'security-app',
    path: SECURITY,
    async prepare(person) {
      await beginApp(person);
    },
  },
  {
    name: 'security-codes',
    leavesTraces: true,
    path: SECURITY,
    hasOwnAccount: true,
    async prepare(person) {
      await turnAppOn(person);
    },
  },
  {
    name: 'security-on',
    leavesTraces: true,
    path: SECURITY,
    hasOwnAccount: true,
    async prepare(person) {
      await turnAppOn(person);
      await person.presses('I HAVE SAVED THEM');
    },
  },
  {
    name: 'security-delete',
    path: SECURITY,
    async prepare(person) {
      await person.presses('Delete account');
      await person.seesHeading('Delete your account?');
    },
  },
  {
    name: 'keys-made',
    leavesTraces: true,
    path: '/dashboard/settings/keys',
    hasOwnAccount: true,
    async prepare(person) {
      await person.presses('Make a key');
      await person.page.getByLabel('Name', { exact: true }).fill('Price bot');
      await person.page.getByLabel('Trade').check();
      await person.page.getByLabel('Dollars a day').fill('2000');
      await person.presses('Make the key');
      await person.sees(/^pkx_live_/);
    },
  },
  {
    name: 'keys-agents',
    path: '/dashboard/settings/keys',
    leavesTraces: true,
    async prepare(person) {
      await answersCalls(person, /^\/api\/agent-calls/, { json: { calls: AGENT_CALLS, next: null } });
      await person.opens('/dashboard/settings/keys');
      await person.sees('WHAT AGENTS DID');
    },
  },
  {
    name: 'second-factor',
    leavesTraces: true,
    path: SECURITY,
    hasOwnAccount: true,
    complaint: /status of 4/,
    async prepare(person, account) {
      await turnAppOn(person);
      await person.presses('Logout');
      await person.isAt('/');
      await person.opens('/login');
      await person.logsIn(account.email);
      await person.seesHeading("Confirm it's you");
      await person.typesByKey('CODE', '000000');
      await person.presses('CONFIRM');
      await person.sees(/is incorrect/);
    },
  },
  ...WEBHOOK_SCREENS,
];

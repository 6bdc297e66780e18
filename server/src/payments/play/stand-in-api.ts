import { membersOf, type Params } from './form-body.js';
import type { StandInAccount } from './stand-in-account.js';
import { badRequest, missing } from './stand-in-error.js';
import type { Party, Refund, SetupIntent, StandInObject, Transfer } from './stand-in-objects.js';
import type { StandInStore } from './stand-in-store.js';

/** A call of the API. `id` is the first variable part of the path, or empty. */
type Answer = (account: StandInAccount, params: Params, id: string) => unknown;

const DEFAULT_PAGE = 10;
const MAX_PAGE = 100;

/** The calls that the adapter makes, by method and path. */
const CALLS: readonly (readonly [method: string, path: RegExp, Answer])[] = [
  ['POST', /^\/v1\/customers$/, (account) => account.createParty('customer')],
  ['DELETE', /^\/v1\/customers\/(\w+)$/, (account, _params, id) => account.deleteCustomer(id)],
  [
    'POST',
    /^\/v1\/setup_intents$/,
    (account, params) => account.createSetup(required(params, 'customer'), params.payment_method ?? null),
  ],
  [
    'GET',
    /^\/v1\/setup_intents\/(\w+)$/,
    ({ store }, _params, id) => store.get<SetupIntent>('setup_intent', id),
  ],
  [
    'POST',
    /^\/v1\/payment_intents$/,
    ({ intents }, params) => {
      // Payments are confirmed at once, for which Stripe wants this.
      required(params, 'return_url');
      return intents.createIntent({
        amount: cents(params),
        currency: required(params, 'currency'),
        customer: required(params, 'customer'),
        method: required(params, 'payment_method'),
        metadata: membersOf(params, 'metadata'),
      });
    },
  ],
  [
    'GET',
    /^\/v1\/payment_intents$/,
    ({ store }, params) => page(store, 'payment_intent', required(params, 'customer'), params),
  ],
  [
    'GET',
    /^\/v1\/payment_intents\/(\w+)$/,
    async ({ store }, params, id) => {
      const found = await store.findPayment(id);
      if (!found) {
        throw missing(id);
      }
      const { object: intent, charge } = found;
      return params['expand[0]'] === 'latest_charge' ? { ...intent, latest_charge: charge } : intent;
    },
  ],
  [
    'POST',
    /^\/v1\/payment_intents\/(\w+)\/confirm$/,
    ({ intents }, params, id) =>
      intents.confirmIntent(id, required(params, 'payment_method'), required(params, 'return_url')),
  ],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/cancel$/, ({ intents }, _params, id) => intents.cancelIntent(id)],
  [
    'POST',
    /^\/v1\/refunds$/,
    (account, params) =>
      account.createRefund({
        intentId: required(params, 'payment_intent'),
        amount: params.amount === undefined ? null : cents(params),
        metadata: membersOf(params, 'metadata'),
      }),
  ],
  [
    'GET',
    /^\/v1\/refunds$/,
    ({ store }, params) => page(store, 'refund', required(params, 'payment_intent'), params),
  ],
  ['GET', /^\/v1\/refunds\/(\w+)$/, ({ store }, _params, id) => store.get<Refund>('refund', id)],
  [
    'POST',
    /^\/v1\/transfers$/,
    (account, params) =>
      account.createTransfer({
        amount: cents(params),
        currency: required(params, 'currency'),
        destination: required(params, 'destination'),
        group: params.transfer_group ?? null,
        metadata: membersOf(params, 'metadata'),
      }),
  ],
  [
    'GET',
    /^\/v1\/transfers$/,
    ({ store }, params) => page(store, 'transfer', required(params, 'transfer_group'), params),
  ],
  ['GET', /^\/v1\/transfers\/(\w+)$/, ({ store }, _params, id) => store.get<Transfer>('transfer', id)],
  [
    'GET',
    /^\/v1\/disputes$/,
    ({ store }, params) => page(store, 'dispute', required(params, 'payment_intent'), params),
  ],
  ['POST', /^\/v2\/core\/accounts$/, (account) => account.createParty('v2.core.account')],
  [
    'GET',
    /^\/v2\/core\/accounts\/(\w+)$/,
    ({ store }, _params, id) => store.get<Party>('v2.core.account', id),
  ],
  ['POST', /^\/v2\/core\/accounts\/(\w+)\/close$/, (account, _params, id) => account.closeAccount(id)],
  [
    'POST',
    /^\/v2\/core\/account_links$/,
    (account, params) => account.createLink(required(params, 'account')),
  ],
];

/** Answers a call. @throws StandInError */
export async function answerRequest(
  account: StandInAccount,
  method: string,
  path: string,
  params: Params,
): Promise<unknown> {
  for (const [wanted, pattern, answer] of CALLS) {
    const match = wanted === method ? pattern.exec(path) : null;
    if (match) {
      return answer(account, params, match[1] ?? '');
    }
  }
  throw missing(path);
}

interface Page<Listed> {
  readonly object: 'list';
  readonly data: readonly Listed[];
  readonly has_more: boolean;
  readonly url: string;
}

/** The part of a list, the newest first, that the parameters of every list select. */
async function page<Listed extends StandInObject>(
  store: StandInStore,
  kind: Listed['object'],
  belongsTo: string,
  params: Params,
): Promise<Page<Listed>> {
  const { gte } = membersOf(params, 'created');
  const size = Math.min(MAX_PAGE, Number(params.limit ?? DEFAULT_PAGE));
  const found = await store.list(kind, belongsTo, {
    createdFrom: gte === undefined ? null : Number(gte),
    after: params.starting_after ?? null,
    limit: size + 1,
  });
  const data = found.slice(0, size) as Listed[];
  return { object: 'list', data, has_more: found.length > size, url: '' };
}

function required(params: Params, name: string): string {
  const value = params[name];
  if (value === undefined) {
    throw badRequest('parameter_missing');
  }
  return value;
}

function cents(params: Params): number {
  const amount = Number(required(params, 'amount'));
  if (!Number.isSafeInteger(amount)) {
    throw badRequest('parameter_invalid_integer');
  }
  return amount;
}

import { membersOf, type Params } from './form-body.js';
import type { StandInAccount } from './stand-in-account.js';
import { badRequest, missing } from './stand-in-error.js';
import type {
  BalanceTransaction,
  Dispute,
  Intent,
  Party,
  Refund,
  SetupIntent,
  StandInObject,
  Transfer,
} from './stand-in-objects.js';

/** A call of the API. `id` is the first variable part of the path, or empty. */
type Answer = (account: StandInAccount, params: Params, id: string) => unknown;

const DEFAULT_PAGE = 10;
const MAX_PAGE = 100;

/** The calls that the adapter makes, by method and path. */
const CALLS: readonly (readonly [method: string, path: RegExp, Answer])[] = [
  [
    'POST',
    /^\/v1\/customers$/,
    (account, params) => account.createParty('customer', membersOf(params, 'metadata')),
  ],
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
    ({ intents }, params) =>
      intents.createIntent({
        amount: cents(params),
        currency: required(params, 'currency'),
        customer: required(params, 'customer'),
        method: required(params, 'payment_method'),
        metadata: membersOf(params, 'metadata'),
      }),
  ],
  [
    'GET',
    /^\/v1\/payment_intents$/,
    ({ store }, params) =>
      page(
        store.list<Intent>('payment_intent').filter(({ customer }) => matches(params.customer, customer)),
        params,
      ),
  ],
  [
    'GET',
    /^\/v1\/payment_intents\/(\w+)$/,
    ({ store }, params, id) => {
      const intent = store.get<Intent>('payment_intent', id);
      const isExpanded = params['expand[0]'] === 'latest_charge' && intent.latest_charge !== null;
      return isExpanded ? { ...intent, latest_charge: store.peek(intent.latest_charge) } : intent;
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
    ({ store }, params) =>
      page(
        store
          .list<Refund>('refund')
          .filter((refund) => matches(params.payment_intent, refund.payment_intent)),
        params,
      ),
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
    ({ store }, params) =>
      page(
        store
          .list<Transfer>('transfer')
          .filter((transfer) => matches(params.transfer_group, transfer.transfer_group)),
        params,
      ),
  ],
  ['GET', /^\/v1\/transfers\/(\w+)$/, ({ store }, _params, id) => store.get<Transfer>('transfer', id)],
  [
    'GET',
    /^\/v1\/disputes$/,
    ({ store }, params) =>
      page(
        store.list<Dispute>('dispute').filter((one) => matches(params.payment_intent, one.payment_intent)),
        params,
      ),
  ],
  [
    'GET',
    /^\/v1\/balance_transactions$/,
    ({ store }, params) => {
      const lines = page(store.list<BalanceTransaction>('balance_transaction'), params);
      return { ...lines, data: lines.data.map((line) => ({ ...line, source: store.peek(line.source) })) };
    },
  ],
  [
    'POST',
    /^\/v2\/core\/accounts$/,
    (account, params) => account.createParty('v2.core.account', membersOf(params, 'metadata')),
  ],
  [
    'GET',
    /^\/v2\/core\/accounts\/(\w+)$/,
    ({ store }, _params, id) => store.get<Party>('v2.core.account', id),
  ],
  [
    'POST',
    /^\/v2\/core\/account_links$/,
    (account, params) => account.createLink(required(params, 'account')),
  ],
];

/** Answers a call. @throws StandInError */
export function answerRequest(
  account: StandInAccount,
  method: string,
  path: string,
  params: Params,
): unknown {
  for (const [wanted, pattern, answer] of CALLS) {
    const match = wanted === method ? pattern.exec(path) : null;
    if (match) {
      account.settle();
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
function page<Listed extends StandInObject>(all: readonly Listed[], params: Params): Page<Listed> {
  const { gte, lt } = membersOf(params, 'created');
  const inTime = all.filter(
    ({ created }) => Number(created) >= Number(gte ?? 0) && Number(created) < Number(lt ?? Infinity),
  );
  const start = inTime.findIndex(({ id }) => id === params.starting_after) + 1;
  const size = Math.min(MAX_PAGE, Number(params.limit ?? DEFAULT_PAGE));
  const data = inTime.slice(start, start + size);
  return { object: 'list', data, has_more: inTime.length > start + size, url: '' };
}

function matches(wanted: string | undefined, value: string | null): boolean {
  return wanted === undefined || wanted === value;
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

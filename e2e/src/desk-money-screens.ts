import type { Desk } from '@perkex/contract/desk.js';
import type {
  BankLine,
  DeskMoney,
  PayoutList,
  PayoutListRow,
  WaitingPayout,
} from '@perkex/contract/desk-money.js';
import type { ReportedSellers } from '@perkex/contract/reported-sellers.js';
import type { Account } from '@perkex/core/deals/accounts.js';
import { answeredScreens } from './answered-screens.js';
import type { Screen } from './order-screens.js';
import type { Person } from './person.js';
import { hoursAgo } from './times.js';

const CODES = ['7-0V9K-2M3B-1RFH-TQ8Z-K', '7-0V9K-2M3B-1RFH-TQ90-5'] as const;
const DAY = '2026-11-25';

const MONEY: DeskMoney = {
  provider: 'bank',
  queues: [
    { queue: 'payments', count: 12, amount: 2_640.4, oldest: hoursAgo(20) },
    { queue: 'claims', count: 1, amount: 216, oldest: hoursAgo(50) },
    { queue: 'appeals', count: 0, amount: 0, oldest: null },
    { queue: 'disputes', count: 1, amount: 216, oldest: hoursAgo(30) },
    { queue: 'failed-payouts', count: 2, amount: 330, oldest: hoursAgo(90) },
    { queue: 'failed-refunds', count: 0, amount: 0, oldest: null },
    { queue: 'debts', count: 3, amount: 75, oldest: hoursAgo(200) },
  ],
  bank: {
    lines: { count: 2, amount: 236, oldest: hoursAgo(30) },
    payouts: { count: 2, amount: 330 },
    withoutAccount: { count: 1, amount: 20 },
    proposed: { count: 8, amount: 1_410.5 },
    atBank: { count: 3, amount: 495 },
  },
};

const LINES: readonly BankLine[] = [
  {
    number: 1,
    version: 0,
    amount: 216,
    bookedOn: DAY,
    text: 'shoes, thank you',
    payer: 'P. Miller',
    hasAccount: true,
    reason: 'unknown',
    importedBy: 'ann',
    importedAt: hoursAgo(30),
  },
  {
    number: 2,
    version: 0,
    amount: 20,
    bookedOn: DAY,
    text: 'RF18 5390 0754 7034',
    payer: null,
    hasAccount: false,
    reason: 'ambiguous',
    importedBy: 'bob',
    importedAt: hoursAgo(3),
  },
];

const WAITING: readonly WaitingPayout[] = [
  { kind: 'pay-out', amount: 165, code: CODES[0], hasAccount: true, isOwn: false },
  { kind: 'refund', amount: 216.5, code: CODES[1], hasAccount: true, isOwn: true },
  { kind: 'return', amount: 20, code: null, hasAccount: false, isOwn: false },
];

const NOTHING = { count: 0, amount: 0 };
const ROW: PayoutListRow = {
  list: 12,
  version: 1,
  state: 'released',
  createdBy: 'bob',
  createdAt: hoursAgo(5),
  decidedBy: 'ann',
  listed: { count: 1, amount: 165 },
  paid: { count: 1, amount: 1_245.5 },
  returned: NOTHING,
};
const LIST: PayoutList = {
  ...ROW,
  isOwn: false,
  hasEntered: false,
  entries: [
    {
      entry: 1,
      kind: 'pay-out',
      amount: 165,
      code: CODES[0],
      state: 'listed',
      account: '6819',
      reason: null,
    },
    {
      entry: 2,
      kind: 'pay-out',
      amount: 1_245.5,
      code: CODES[1],
      state: 'paid',
      account: '0001',
      reason: null,
    },
  ],
  next: null,
};

const ACCOUNTS: readonly Account[] = ['collecting', 'held', 'owed-seller', 'paying-out', 'fees'];
const SUMS = { in: 43_200, out: 21_600.5, balance: 21_599.5, transfers: 312 };

const SELLERS: ReportedSellers['sellers'] = [
  { code: CODES[0], sales: 231, amount: 41_250.75, isReached: true, missing: ['tax-number'] },
  { code: CODES[1], sales: 168, amount: 9_800, isReached: false, missing: ['address', 'tax-number'] },
];

/** The pages of money for a member, whose calls are answered here. */
export function deskMoneyScreens(desk: Desk): Screen[] {
  const transfer = (code: string, amount: number) => {
    const accounts = { from: 'collecting', to: 'held' } as const;
    return { code, event: 'payment-held' as const, at: `${DAY}T10:00:00.000Z`, ...accounts, amount };
  };
  const ofMoney = answeredScreens('money', [
    [/^\/api\/desk$/, desk],
    [/^\/api\/desk\/money$/, MONEY],
    [/^\/api\/desk\/money\/deals\?/, { deals: [], next: null }],
    [/^\/api\/desk\/money\/lines/, { lines: LINES, next: null }],
    [/^\/api\/desk\/money\/payouts/, { payouts: WAITING, next: null, releaseAbove: 1_000, lastList: 12 }],
    [/^\/api\/desk\/money\/lists\/12/, LIST],
    [/^\/api\/desk\/money\/lists/, { lists: [ROW], next: null }],
    [/^\/api\/desk\/money\/sellers$/, { sellers: SELLERS }],
    [/^\/api\/desk\/ledger\/transfers/, { transfers: CODES.map((code) => transfer(code, 216)), next: null }],
    [/^\/api\/desk\/ledger/, { accounts: ACCOUNTS.map((account) => ({ account, ...SUMS })) }],
  ]);
  const list = (name: string) => async (person: Person) =>
    person.page.getByRole('list', { name }).first().waitFor();
  return [
    ofMoney('desk-money', '/desk/money?queue=lines', (person) => person.sees('shoes, thank you')),
    ofMoney('desk-statement', '/desk/money/statement', (person) => person.seesHeading('Import a statement')),
    ofMoney('desk-payouts', '/desk/money/payouts', list('Payments for the next list')),
    ofMoney('desk-payout-list', '/desk/money/payouts/12', (person) => person.seesHeading('List 12')),
    ofMoney('desk-sellers', '/desk/money/sellers', (person) => person.sees(CODES[0])),
    ofMoney('desk-ledger', `/desk/ledger?day=${DAY}`, (person) => person.sees(CODES[0])),
  ];
}

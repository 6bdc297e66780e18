import type { DebtAnswer, MoneyLine, OwnMoneyAnswer } from '@perkex/contract/money.js';
import { goTo } from './deal-screens.js';
import { readProduct, type Screen } from './order-screens.js';
import { answersCalls } from './page-answers.js';
import type { Person } from './person.js';
import { hoursFromNow } from './times.js';

type ShownLine = readonly [kind: MoneyLine['kind'], amount: number, deal: Partial<MoneyLine['deal']>];

const AS_SELLER = { party: 'seller', total: 165 } as const;

/** A line of each kind that looks different, newest first. */
const LINES: readonly ShownLine[] = [
  ['sale-held', 165, { ...AS_SELLER, state: 'paid', dueAt: hoursFromNow(53), steps: ['ship', 'extend'] }],
  ['payment-held', 216, { state: 'received', dueAt: hoursFromNow(60) }],
  ['collecting', 216, { dueAt: hoursFromNow(20) }],
  ['refund-owed', 216, { state: 'rejected', dueAt: hoursFromNow(30), steps: ['choose-refund'] }],
  ['payout-owed', 165, { ...AS_SELLER, state: 'verified' }],
  ['settled', 30, { ...AS_SELLER, state: 'sent' }],
  ['payout-on-its-way', 135, { ...AS_SELLER, state: 'sent' }],
  ['penalty', 45, { ...AS_SELLER, state: 'cancelled' }],
  ['paid-out', 1650.5, { ...AS_SELLER, state: 'complete' }],
  ['spent', 2160.25, { state: 'complete' }],
];

const DEBT: DebtAnswer = { amount: 15, paying: 0, payment: 'none', needsCard: false, transfer: null };

const DEBT_BY_TRANSFER: DebtAnswer = {
  ...DEBT,
  amount: 45,
  paying: 45,
  payment: 'needs-buyer',
  transfer: {
    holder: 'PerkeX',
    account: 'GB33 BUKB 2020 1555 5555 55',
    bankCode: 'BUKBGB22',
    bankName: null,
    reference: 'RF18 7K3M 9QX2 TB4D',
    amount: 40,
    received: 5,
  },
};

/** The page of a user's money, answered here as the pages of deals. */
export function moneyScreens(productId: number, size: string): Screen[] {
  async function moneyOf(person: Person, lines: readonly ShownLine[]): Promise<OwnMoneyAnswer> {
    const { name, brand, thumbnail } = await readProduct(person, productId);
    return {
      sums: lines.map(([kind, amount]) => ({ kind, amount })),
      lines: lines.map(([kind, amount, changes], index) => ({
        kind,
        amount,
        date: hoursFromNow(-index * 7),
        deal: {
          id: String(index),
          productId,
          name,
          brand,
          thumbnail,
          size,
          price: 200,
          total: 216,
          party: 'buyer',
          date: hoursFromNow(-90),
          state: 'unpaid',
          version: 1,
          dueAt: null,
          isDisputed: false,
          steps: [],
          ...changes,
        },
      })),
      next: null,
    };
  }

  const ofMoney = (name: string, lines: readonly ShownLine[], debt: DebtAnswer = DEBT): Screen => ({
    name,
    path: '/dashboard/profile',
    leavesTraces: true,
    async prepare(person) {
      const json = await moneyOf(person, lines);
      await answersCalls(person, /^\/api\/money$/, { json });
      await answersCalls(person, /^\/api\/money\/debt$/, { json: debt });
      await goTo(person, '/dashboard/money', debt.transfer ? 'bank' : 'play');
      await person.seesHeading('My money');
      await person.page.getByRole('list', { name: 'In all your orders' }).waitFor();
    },
  });
  return [
    ofMoney('money', LINES),
    ofMoney('money-empty', []),
    ofMoney('money-debt-transfer', LINES.slice(-3), DEBT_BY_TRANSFER),
  ];
}

import { randomUUID } from 'node:crypto';
import type { OwnDeal, TimelineEntry } from '@perkex/contract/deals.js';
import { DEALS_MARK_ID } from '@perkex/contract/deals-mark.js';
import type { PaymentSetup, ProviderName } from '@perkex/contract/payment-setup.js';
import type { UserData } from '@perkex/contract/user-data.js';
import type { DealReport } from '@perkex/contract/verification.js';
import { DEFAULT_CHECKLIST } from '@perkex/core/verification/checklist.js';
import { readProduct, type Screen } from './order-screens.js';
import { answersCalls } from './page-answers.js';
import type { Person } from './person.js';
import { hoursFromNow } from './times.js';

/** The deal of trades in the history, and of those that no screen opens. */
const ID = '019ac1a2-5b1c-7d1e-8f3a-2b4c6d8e0f12';
const TRACKING = {
  carrier: 'ups',
  trackingNumber: '1Z999AA10123456784',
  problem: null,
  reason: null,
} as const;

/** An event with the state after it. */
function happened(
  hoursAgo: number,
  event: TimelineEntry['event'],
  by: TimelineEntry['by'],
  state: TimelineEntry['state'],
  details: TimelineEntry['details'] = null,
): Omit<TimelineEntry, 'version'> {
  return { event, by, state, date: hoursFromNow(-hoursAgo), details };
}

interface ShownDeal extends Partial<Omit<OwnDeal, 'timeline'>> {
  readonly timeline: readonly Omit<TimelineEntry, 'version'>[];
}

const PAID = [happened(20, 'trade', 'buyer', 'unpaid'), happened(19.9, 'payment-held', 'provider', 'paid')];
const DELIVERED = [
  ...PAID,
  happened(18, 'ship', 'seller', 'shipped'),
  happened(12, 'receive', 'member', 'received'),
  happened(9, 'pass', 'member', 'verified'),
  happened(8, 'send', 'member', 'sent'),
  happened(1, 'parcel-arrived', 'provider', 'delivered'),
];

/** To be shipped by its seller. */
const TO_SHIP: ShownDeal = {
  party: 'seller',
  total: 165,
  state: 'paid',
  dueAt: hoursFromNow(53),
  steps: ['ship', 'extend'],
  shipTo: ['PerkeX Intake', '12 Example Street', 'Exampletown, EX 00000'],
  timeline: PAID,
};
/** With its buyer, who can still claim. */
const DELIVERED_DEAL: ShownDeal = {
  state: 'delivered',
  dueAt: hoursFromNow(71),
  steps: ['confirm', 'claim'],
  money: [{ kind: 'paid', amount: 216 }],
  timeline: DELIVERED,
};
/** The buyer's card was declined. */
const DECLINED: ShownDeal = {
  dueAt: hoursFromNow(22),
  steps: ['pay', 'undo'],
  payment: 'failed',
  timeline: [
    happened(0.05, 'trade', 'buyer', 'unpaid'),
    happened(0.04, 'payment-declined', 'provider', 'unpaid'),
  ],
};
/** The buyer's bank wants to see them. */
const ASKS_BANK: ShownDeal = {
  ...DECLINED,
  payment: 'needs-buyer',
  money: [{ kind: 'collecting', amount: 216 }],
  timeline: [
    happened(0.05, 'trade', 'buyer', 'unpaid'),
    happened(0.04, 'payment-needs-buyer', 'provider', 'unpaid'),
  ],
};
/** The buyer pays by bank transfer. */
const TO_TRANSFER: ShownDeal = { ...ASKS_BANK, dueAt: hoursFromNow(70) };
const INSTRUCTIONS = {
  holder: 'Westside Sneaker Club',
  account: 'DE89 3704 0044 0532 0130 00',
  bankCode: 'COBADEFF',
  bankName: 'Commerzbank',
  reference: 'RF18 7K3M 9QX2 TB4D',
  amount: 116,
  received: 100,
};
const BANK_SETUP: PaymentSetup = {
  provider: 'bank',
  publishableKey: null,
  hasCard: false,
  testCard: null,
  payouts: 'none',
  bankAccount: null,
};
const OWN_ACCOUNT = { holder: 'Ada Lovelace', account: 'GB29NWBK60161331926819', bankCode: null };

/** The pair failed the check. */
const FAILED: ShownDeal = {
  party: 'seller',
  total: 165,
  state: 'rejected',
  dueAt: hoursFromNow(40),
  steps: ['appeal'],
  penalty: { state: 'pending', amount: 30 },
  timeline: [
    ...PAID,
    happened(18, 'ship', 'seller', 'shipped', TRACKING),
    happened(12, 'receive', 'member', 'received'),
    happened(9, 'fail', 'member', 'objectable'),
    happened(8, 'object', 'seller', 'objectable', {
      carrier: null,
      trackingNumber: null,
      problem: null,
      reason: 'The box is from the second production run, which has another label.',
    }),
    happened(1, 'fail', 'member', 'rejected'),
  ],
};

/** The buyer of a rejected pair has a choice. */
const TO_CHOOSE: ShownDeal = {
  state: 'rejected',
  dueAt: hoursFromNow(40),
  steps: ['choose-refund', 'choose-wait', 'choose-lowest-ask'],
  money: [
    { kind: 'paid', amount: 216 },
    { kind: 'refund-owed', amount: 216 },
  ],
  timeline: [
    ...PAID,
    happened(18, 'ship', 'seller', 'shipped'),
    happened(12, 'receive', 'member', 'received'),
    happened(9, 'fail', 'member', 'objectable'),
    happened(1, 'accept-verdict', 'seller', 'rejected'),
  ],
};
/** They have taken a cheaper pair. */
const REPLACED: ShownDeal = {
  ...TO_CHOOSE,
  dueAt: null,
  steps: [],
  replacedBy: ID,
  money: [
    { kind: 'paid', amount: 216 },
    { kind: 'carried-over', amount: 195.4 },
    { kind: 'refund-on-its-way', amount: 20.6 },
  ],
  timeline: [
    ...TO_CHOOSE.timeline,
    happened(0.2, 'choose-lowest-ask', 'buyer', 'rejected'),
    happened(0.1, 'replacement-traded', 'clock', 'rejected'),
  ],
};

const POINTS = DEFAULT_CHECKLIST.points;

/** The report of a pair that failed, or passed. */
function reportOf({ state }: ShownDeal): DealReport {
  const isFailed = state === 'rejected';
  return {
    verdict: isFailed ? 'fail' : 'pass',
    reasons: isFailed ? ['worn'] : [],
    points: POINTS.map((point, index) => ({ point, isInOrder: !isFailed || index !== 3 })),
    photos: (isFailed ? (['soles', 'inside'] as const) : []).map((subject) => ({
      id: randomUUID(),
      subject,
      date: hoursFromNow(-9),
      hash: 'a7f3'.repeat(16),
    })),
    date: hoursFromNow(-9),
  };
}

/** A drawing in place of a photo. */
export const PHOTO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="#8a7" d="M0 0h4v3H0z"/><path fill="#333" d="M.5 2h3l-.2.4H.7z"/></svg>',
)}`;

/** Goes to a page as on a market whose deals have started. */
export async function goTo({ page }: Person, path: string, payments: ProviderName = 'play'): Promise<void> {
  await page.evaluate(
    ({ markId, path, mark }) => {
      document.getElementById(markId)?.remove();
      document.body.append(
        Object.assign(document.createElement('script'), {
          id: markId,
          type: 'text/plain',
          textContent: mark,
        }),
      );
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    { markId: DEALS_MARK_ID, path, mark: JSON.stringify(payments) },
  );
}

/**
 * Pages of deals. Those of the demonstration market have not started, so a page is as on a market where they have, and
 * the calls are answered here.
 */
export function dealScreens(productId: number, size: string): Screen[] {
  async function dealOf(person: Person, { timeline, ...changes }: ShownDeal, id = ID): Promise<OwnDeal> {
    const { name, brand, thumbnail, styleCode, colourway } = await readProduct(person, productId);
    return {
      id,
      productId,
      name,
      brand,
      thumbnail,
      styleCode,
      colourway,
      size,
      price: 200,
      total: 216,
      party: 'buyer',
      date: timeline[0]?.date ?? '',
      state: 'unpaid',
      version: timeline.length,
      dueAt: null,
      steps: [],
      payment: null,
      cancellation: null,
      isOverdue: false,
      isDisputed: false,
      replacedBy: null,
      replaces: null,
      penalty: null,
      shipTo: null,
      money: [],
      ...changes,
      timeline: timeline.map((entry, version) => ({ version, ...entry })),
    };
  }

  const ofDeal = (
    name: string,
    deal: ShownDeal,
    more?: (person: Person) => Promise<void>,
    page: '' | '/slip' | '/receipt' | '/box' = '',
  ): Screen => ({
    name,
    path: '/dashboard/profile',
    leavesTraces: 'deals',
    async prepare(person) {
      const id = randomUUID();
      await answersCalls(person, new RegExp(`/${id}$`), { json: await dealOf(person, deal, id) });
      await answersCalls(person, /\/payment-instructions$/, { json: INSTRUCTIONS });
      await answersCalls(person, new RegExp(`/${id}/report$`), { json: { report: reportOf(deal) } });
      await answersCalls(person, /^\/api\/deals\/[^/]+\/photos\//, { json: { image: PHOTO } });
      await goTo(person, `/dashboard/orders/${id}${page}`, deal === TO_TRANSFER ? 'bank' : 'play');
      await person.seesHeading(/^(Your (purchase|sale)|Packing slip|Receipt|Box label)$/);
      await more?.(person);
    },
  });
  const ofPayoutAccount = (
    name: string,
    bankAccount: PaymentSetup['bankAccount'],
    more?: (person: Person) => Promise<void>,
  ): Screen => ({
    name,
    path: '/dashboard/profile',
    leavesTraces: true,
    async prepare(person) {
      const json: PaymentSetup = { ...BANK_SETUP, bankAccount };
      await answersCalls(person, /^\/api\/payment-setup$/, { json });
      await goTo(person, '/dashboard/settings', 'bank');
      await person.page.getByText('PerkeX pays you by bank transfer').waitFor();
      await more?.(person);
    },
  });
  return [
    ofDeal('deal-bank-transfer', TO_TRANSFER, (person) =>
      person.page.getByText('Reference').first().waitFor(),
    ),
    ofPayoutAccount('settings-payout-account', OWN_ACCOUNT),
    ofPayoutAccount('settings-payout-account-form', null, async (person) => {
      await person.presses('Add your account');
      await person.page.getByLabel('Account holder').fill('Ada Lovelace');
      await person.page.getByLabel('IBAN or account number').fill('GB29 NWBK 6016 1331 9268 18');
      await person.presses('Save');
      await person.page.getByText('check digits do not match').waitFor();
    }),
    {
      name: 'deals-in-progress',
      path: '/dashboard/profile',
      leavesTraces: true,
      async prepare(person) {
        const shown: readonly ShownDeal[] = [TO_SHIP, { ...TO_SHIP, state: 'verified', steps: [] }, FAILED];
        const deals = await Promise.all(shown.map((deal) => dealOf(person, deal)));
        const json = { deals: deals.map((deal, index) => ({ ...deal, id: `${index}` })), next: null };
        await answersCalls(person, /^\/api\/deals\?/, { json });
        await goTo(person, '/dashboard/selling');
        await person.page.getByRole('tab', { name: 'In Progress' }).click();
        await person.page.getByRole('list', { name: 'In progress' }).waitFor();
      },
    },
    {
      name: 'deals-in-history',
      path: '/dashboard/profile',
      leavesTraces: true,
      async prepare(person, account) {
        const path = `/api/getUserData/${account.uid}`;
        const data: UserData = await person.page.evaluate(async (own) => (await fetch(own)).json(), path);
        // The first trade is from before the start of deals.
        const sales = data.sales.map((sale, index) => ({ ...sale, deal: index > 1 ? ID : null }));
        await answersCalls(person, new RegExp(`^${path}$`), { json: { ...data, sales } });
        await person.page.reload();
        await person.seesHeading('Profile');
        await goTo(person, '/dashboard/selling');
        await person.page.getByRole('tab', { name: 'History' }).click();
        await person.page.getByRole('table', { name: 'History' }).waitFor();
      },
    },
    ofDeal('deal-to-ship', TO_SHIP, (person) => person.presses('I have shipped it')),
    ofDeal('deal-slip', TO_SHIP, undefined, '/slip'),
    ofDeal('deal-slip-without-address', { ...TO_SHIP, shipTo: null }, undefined, '/slip'),
    ofDeal('deal-receipt', DELIVERED_DEAL, undefined, '/receipt'),
    ofDeal('deal-box', DELIVERED_DEAL, undefined, '/box'),
    ofDeal('deal-without-receipt', { timeline: PAID.slice(0, 1) }, undefined, '/receipt'),
    ofDeal('deal-delivered', DELIVERED_DEAL),
    ofDeal('deal-problem', DELIVERED_DEAL, async (person) => {
      await person.presses('Report a problem');
      await person.seesHeading('What is the problem?');
      await person.page.getByRole('dialog').getByRole('button', { name: 'Report a problem' }).click();
    }),
    ofDeal('deal-failed', FAILED),
    ofDeal('deal-declined', DECLINED),
    ofDeal('deal-asks-bank', ASKS_BANK),
    ofDeal('deal-choice', TO_CHOOSE, (person) => person.page.getByText(/^Buys another pair at \d/).waitFor()),
    ofDeal('deal-lowest-ask', TO_CHOOSE, async (person) => {
      await person.presses('Take the lowest ask');
      await person.seesHeading('Take the lowest ask?');
    }),
    ofDeal('deal-replaced', REPLACED),
  ];
}

import { DESK_QUEUES, type Desk, type DeskDeal, type DeskRow } from '@perkex/contract/desk.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import { goTo } from './deal-screens.js';
import { deskMoneyScreens } from './desk-money-screens.js';
import { deskUserScreens } from './desk-user-screens.js';
import { readProduct, type Screen } from './order-screens.js';
import { answersCalls } from './page-answers.js';
import type { Person } from './person.js';

const HOUR_MS = 3_600_000;
const IDS = ['019ac1a2-0000-7000-8000-000000000001', '019ac1a2-0001-7000-8000-000000000002'];

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString();
}

const DESK: Desk = {
  name: 'ann',
  role: 'admin',
  queues: DESK_QUEUES.map((queue, index) => ({
    queue,
    count: (index + 1) % 4,
    oldest: (index + 1) % 4 === 0 ? null : hoursAgo(30 * index),
  })),
};

type EventOfDesk = DeskDeal['events'][number];

function happened(
  version: number,
  event: EventOfDesk['event'],
  by: EventOfDesk['by'],
  state: EventOfDesk['state'],
): EventOfDesk {
  const member = by === 'member' ? DESK.name : null;
  const details = { carrier: null, trackingNumber: null, problem: null, reason: null };
  return { version, event, by, member, state, date: hoursAgo(40 - 10 * version), ...details };
}

/** Pages of the desk for a member, whose calls are answered here. */
export function deskScreens(productId: number, size: string): Screen[] {
  async function rowOf(person: Person, id: string, changes: Partial<DeskRow> = {}): Promise<DeskRow> {
    const { name, brand, thumbnail } = await readProduct(person, productId);
    return {
      ...{ code: dealCode({ productId, id }), productId, name, brand, thumbnail, size, price: 200 },
      ...{ state: 'received', since: hoursAgo(10), dueAt: null, isOverdue: false, isOwn: false },
      ...changes,
    };
  }

  /** A deal that a member can judge. */
  async function opensDeal(person: Person): Promise<void> {
    const row = await rowOf(person, IDS[0] ?? '', { isOverdue: true, dueAt: hoursAgo(2) });
    const deal: DeskDeal = {
      ...{
        ...row,
        styleCode: 'DZ5485-612',
        version: 3,
        tradedAt: hoursAgo(40),
        buyerPays: 216,
        sellerGets: 165,
      },
      ...{ payment: 'held', payout: 'none', claim: 'none', penalty: 'none', choice: 'none', sendTo: null },
      balances: [{ account: 'held', amount: 216 }],
      deskSteps: ['pass', 'fail'],
      financeSteps: [],
      events: [
        happened(0, 'trade', 'buyer', 'unpaid'),
        happened(1, 'payment-held', 'provider', 'paid'),
        happened(2, 'ship', 'seller', 'shipped'),
        happened(3, 'receive', 'member', 'received'),
      ],
    };
    await answersCalls(person, /^\/api\/desk\/deals\/[^/]+$/, { json: deal });
    await goTo(person, `/desk/deals/${row.code}?queue=to-verify`);
    await person.sees(row.code);
  }

  const ofDesk = (name: string, prepare: (person: Person) => Promise<void>): Screen => ({
    name,
    path: '/dashboard/profile',
    leavesTraces: true,
    async prepare(person) {
      const deals = [
        await rowOf(person, IDS[0] ?? '', { isOverdue: true }),
        await rowOf(person, IDS[1] ?? '', { isOwn: true }),
      ];
      await answersCalls(person, /^\/api\/desk$/, { json: DESK });
      await answersCalls(person, /^\/api\/desk\/deals\?/, { json: { deals } });
      await prepare(person);
    },
  });
  return [
    ofDesk('desk', async (person) => {
      await goTo(person, '/desk?queue=to-verify');
      await person.sees(dealCode({ productId, id: IDS[0] ?? '' }));
    }),
    ofDesk('desk-deal', opensDeal),
    ofDesk('desk-verdict', async (person) => {
      await opensDeal(person);
      await person.presses('Pass');
      await person.page.getByRole('dialog').waitFor();
    }),
    ...deskMoneyScreens(DESK),
    ...deskUserScreens(DESK),
  ];
}

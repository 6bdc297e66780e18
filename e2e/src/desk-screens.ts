import { randomUUID } from 'node:crypto';
import {
  DESK_QUEUES,
  type Desk,
  type DeskDeal,
  type DeskRow,
  type QueuedDeal,
} from '@perkex/contract/desk.js';
import type { DeskPhoto } from '@perkex/contract/desk-photos.js';
import type { Verification } from '@perkex/contract/verification.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import { DEFAULT_CHECKLIST } from '@perkex/core/verification/checklist.js';
import { goTo, PHOTO } from './deal-screens.js';
import { deskCatalogueScreens } from './desk-catalogue-screens.js';
import { deskMoneyScreens } from './desk-money-screens.js';
import { deskUserScreens } from './desk-user-screens.js';
import { readProduct, type Screen } from './order-screens.js';
import { answersCalls } from './page-answers.js';
import type { Person } from './person.js';
import { hoursAgo } from './times.js';

const ADDRESS = ['Bert Buyerson', 'Buyers Lane 1', 'N1 London', 'United Kingdom'];

/** The deals at the desk, one for each screen of one. */
const DEALS = ['first', 'other', 'deal', 'verdict', 'rejection', 'parcel'] as const;

const DESK: Desk = {
  name: 'ann',
  role: 'admin',
  hasDigest: true,
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

function takenPhoto(subject: DeskPhoto['subject']): DeskPhoto {
  return { id: randomUUID(), subject, member: DESK.name, date: hoursAgo(1), hash: 'a7f3'.repeat(16) };
}

const VERIFICATION: Verification = {
  standard: DEFAULT_CHECKLIST.points,
  checklists: [],
  agreement: [
    { member: 'ann', reviewed: 214, compared: 31, agreed: 30 },
    { member: 'bob', reviewed: 97, compared: 28, agreed: 26 },
    { member: 'kim', reviewed: 3, compared: 0, agreed: 0 },
  ],
  tests: [
    { member: 'bob', expected: 'pass', pairs: 5, right: 5 },
    { member: 'bob', expected: 'not-authentic', pairs: 4, right: 3 },
  ],
};

async function answersAll({ page }: Person, answer: 'Yes' | 'No'): Promise<void> {
  for (const choice of await page.getByRole('radio', { name: answer, exact: true }).all()) {
    await choice.check();
  }
}

/** Pages of the desk for a member, whose calls are answered here. */
export function deskScreens(productId: number, size: string): Screen[] {
  const codeOf = (deal: (typeof DEALS)[number]) =>
    dealCode({ productId, id: `019ac1a2-000${DEALS.indexOf(deal)}-7000-8000-000000000001` });

  async function rowOf(person: Person, code: string, changes: Partial<DeskRow> = {}): Promise<DeskRow> {
    const { name, brand, thumbnail } = await readProduct(person, productId);
    return {
      code,
      productId,
      name,
      brand,
      thumbnail,
      size,
      price: 200,
      state: 'received',
      since: hoursAgo(10),
      dueAt: null,
      isOverdue: false,
      isOwn: false,
      ...changes,
    };
  }

  /** A deal that a member can judge. */
  async function opensDeal(person: Person, code: string, changes: Partial<DeskDeal> = {}): Promise<void> {
    const row = await rowOf(person, code, { isOverdue: true, dueAt: hoursAgo(2) });
    const deal: DeskDeal = {
      ...row,
      styleCode: 'DZ5485-612',
      version: 3,
      tradedAt: hoursAgo(40),
      buyerPays: 216,
      sellerGets: 165,
      payment: 'held',
      payout: 'none',
      claim: 'none',
      penalty: 'none',
      choice: 'none',
      sendTo: null,
      balances: [{ account: 'held', amount: 216 }],
      deskSteps: ['pass', 'fail'],
      financeSteps: [],
      events: [
        happened(0, 'trade', 'buyer', 'unpaid'),
        happened(1, 'payment-held', 'provider', 'paid'),
        happened(2, 'ship', 'seller', 'shipped'),
        happened(3, 'receive', 'member', 'received'),
      ],
      checklist: DEFAULT_CHECKLIST,
      expected: null,
      reservation: { member: DESK.name, until: hoursAgo(-0.4), takenFrom: 'bob' },
      reviews: [],
      photos: [],
      claimPhotos: [],
      ...changes,
    };
    await answersCalls(person, new RegExp(`^/api/desk/deals/${code}$`), { json: deal });
    await goTo(person, `/desk/deals/${code}?queue=to-verify`);
    await person.sees(code);
  }

  const ofDesk = (name: string, prepare: (person: Person) => Promise<void>): Screen => ({
    name,
    path: '/dashboard/profile',
    leavesTraces: 'desk',
    async prepare(person) {
      const deals: QueuedDeal[] = [
        { ...(await rowOf(person, codeOf('first'), { isOverdue: true })), reservedBy: 'bob' },
        { ...(await rowOf(person, codeOf('other'), { isOwn: true })), reservedBy: null },
      ];
      await answersCalls(person, /^\/api\/desk$/, { json: DESK });
      await answersCalls(person, /^\/api\/desk\/filters/, { json: { filters: [] } });
      await answersCalls(person, /^\/api\/desk\/deals\?/, { json: { deals } });
      await prepare(person);
    },
  });
  return [
    ofDesk('desk', async (person) => {
      await goTo(person, '/desk?queue=to-verify');
      await person.sees(codeOf('first'));
    }),
    ofDesk('desk-deal', (person) => opensDeal(person, codeOf('deal'))),
    ofDesk('desk-verdict', async (person) => {
      await opensDeal(person, codeOf('verdict'));
      await answersAll(person, 'Yes');
      await person.presses('Pass');
      await person.page.getByRole('dialog').waitFor();
    }),
    ofDesk('desk-rejection', async (person) => {
      await answersCalls(person, /^\/api\/desk\/deals\/[^/]+\/photos\//, { json: { image: PHOTO } });
      await opensDeal(person, codeOf('rejection'), {
        photos: [takenPhoto('box-label'), takenPhoto('soles')],
      });
      await answersAll(person, 'No');
      await person.presses('Fail…');
      await person.page.getByRole('checkbox', { name: 'Worn' }).check();
      await person.page.getByRole('button', { name: 'Enlarge: Soles' }).waitFor();
    }),
    ofDesk('desk-verification', async (person) => {
      await answersCalls(person, /^\/api\/desk\/verification$/, { json: VERIFICATION });
      await goTo(person, '/desk/verification');
      await person.sees('Agreement');
    }),
    ofDesk('desk-to-send', async (person) => {
      await goTo(person, '/desk?queue=to-send');
      await person.page.getByRole('checkbox', { name: 'All pairs' }).check();
      await person.sees('Print the papers of one pair');
    }),
    ofDesk('desk-parcels', async (person) => {
      const changes = {
        checklist: null,
        sendTo: ADDRESS,
        deskSteps: ['send'] satisfies DeskDeal['deskSteps'],
      };
      await opensDeal(person, codeOf('parcel'), { ...changes, state: 'verified' });
      await goTo(person, '/desk/parcels');
      await person.page.getByLabel('Packing slip').fill(codeOf('parcel'));
      await person.page.keyboard.press('Enter');
      await person.page.getByLabel('Carrier’s label').waitFor();
    }),
    ofDesk('desk-papers', async (person) => {
      const { code, name, size } = await rowOf(person, codeOf('first'));
      const paper = { code, name, size, styleCode: 'SB-204', receiver: 'buyer', sendTo: ADDRESS };
      await answersCalls(person, /^\/api\/desk\/papers\?/, { json: { papers: [paper], leftOut: [] } });
      await goTo(person, `/desk/papers?codes=${code}`);
      await person.seesHeading('Packing slip');
    }),
    ofDesk('desk-no-camera', async (person) => {
      await goTo(person, '/desk?queue=to-verify');
      await person.presses('Scan with the camera');
      await person.page.getByRole('alert').waitFor();
    }),
    ...deskMoneyScreens(DESK),
    ...deskCatalogueScreens(DESK, productId),
    ...deskUserScreens(DESK),
  ];
}

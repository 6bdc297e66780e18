import type { CallAnswer } from '@perkex/contract/calls.js';
import type { Desk } from '@perkex/contract/desk.js';
import type { DeskCampaign } from '@perkex/contract/desk-campaigns.js';
import type { Journal, JournalAct } from '@perkex/contract/desk-journal.js';
import type { DeskUser } from '@perkex/contract/desk-users.js';
import { answeredScreens } from './answered-screens.js';
import type { Screen } from './order-screens.js';
import { hoursAgo } from './times.js';

type DeskMembers = CallAnswer<'deskMembers'>;

const CODE = '7-0V9K-2M3B-1RFH-TQ8Z-K';

function act(position: number, what: string, subject: string, changes: JournalAct['changes']): JournalAct {
  const by = { member: 'dora', role: 'desk' as const, requestId: 'req-4f' };
  return { position: String(position), at: hoursAgo(20 - position), act: what, subject, changes, ...by };
}

const JOURNAL: Journal = {
  acts: [
    act(4, 'pass', `deal/${CODE}`, [
      { name: 'version', before: '4', after: '5' },
      { name: 'state', before: 'received', after: 'verified' },
    ]),
    act(3, 'release-list', 'list/12', [
      { name: 'state', before: 'proposed', after: 'released' },
      { name: 'listed.cents', before: null, after: '141050' },
    ]),
    {
      ...act(2, 'set-role', 'member/dora', [{ name: 'role', before: null, after: 'desk' }]),
      member: 'the command line',
      role: null,
      requestId: null,
    },
  ],
  next: '2',
  members: ['ann', 'dora', 'the command line'],
  kinds: ['pass', 'release-list', 'set-role'],
};

const USER: DeskUser = {
  user: '7f3c1d52-5d0c-4d0e-9c55-0f8f1f0f7a11',
  name: 'Sally Miller',
  email: 'sally@shop.example',
  isEmailProved: true,
  since: hoursAgo(2_000),
  isBlocked: false,
  isOwn: false,
  member: null,
  block: null,
  erasedAt: null,
  ownLimits: { openOrders: 3, price: 400, reason: 'payments', by: 'bob', at: hoursAgo(70) },
  needsCardUntil: null,
  debt: { amount: 30, since: hoursAgo(15 * 24), stopsSelling: true, deferredUntil: null },
  orders: [
    { side: 'ask', productId: 1, name: 'Air Runner Low', size: '9', price: 240, placedAt: hoursAgo(30) },
    { side: 'bid', productId: 1, name: 'Air Runner Low', size: '10.5', price: 120, placedAt: hoursAgo(50) },
  ],
  limits: { openOrders: 2, maxOpenOrders: 500, undos: 1 },
  balances: [
    { kind: 'sale-held', amount: 165 },
    { kind: 'penalty', amount: 30 },
  ],
  notes: [{ member: 'bob', text: 'Called: the parcel of Monday was lost by the carrier.', at: hoursAgo(70) }],
};
const DEAL = {
  code: CODE,
  name: 'Air Runner Low',
  size: '9',
  price: 200,
  total: 165,
  date: hoursAgo(60),
  state: 'shipped' as const,
};
const ROW = {
  code: CODE,
  productId: 1,
  name: 'Air Runner Low',
  brand: null,
  thumbnail: '/drawings/1.svg',
  size: '9',
  price: 200,
  state: 'shipped' as const,
  since: hoursAgo(60),
  dueAt: null,
  isOverdue: false,
  isOwn: false,
};
const FOUND = [USER, { ...USER, user: 'u-2', name: 'Sal Otto', email: 'sal@shop.example', isBlocked: true }];

const BANNER = { title: 'Autumn pairs', text: 'New in all sizes.', link: '/browse', linkText: 'See them' };
const CAMPAIGN: DeskCampaign = {
  campaign: '019ac1a2-0000-7000-8000-000000000009',
  version: 1,
  kind: 'banner',
  state: 'shown',
  picture: null,
  banner: null,
  featured: null,
  fields: { ...BANNER, mood: 'volt', picture: null, products: [] },
  startsAt: hoursAgo(20),
  endsAt: hoursAgo(-20),
  lastEdit: { by: 'dora', at: hoursAgo(21) },
};

const FILTER = {
  filter: '019ac1a2-0000-7000-8000-000000000012',
  list: 'journal',
  name: 'Acts of ann',
  query: 'member=ann',
} as const;
const MEMBERS: DeskMembers = {
  members: [
    { name: 'ann', role: 'admin' },
    { name: 'dora', role: 'desk' },
    { name: 'zoe', role: null },
  ],
  invitations: [
    {
      invitation: FILTER.filter,
      email: 'finn@shop.example',
      role: 'finance',
      name: 'finn',
      invitedBy: 'ann',
      expiresAt: hoursAgo(-150),
    },
  ],
  canInvite: true,
};

/** The pages of admins about campaigns, members, the acts of members and users, whose calls are answered here. */
export function deskUserScreens(desk: Desk): Screen[] {
  const ofAdmins = answeredScreens('users', [
    [/^\/api\/desk$/, desk],
    [/^\/api\/desk\/filters/, { filters: [FILTER] }],
    [/^\/api\/desk\/members/, MEMBERS],
    [/^\/api\/desk\/journal/, JOURNAL],
    [/^\/api\/desk\/search\?/, { deals: [ROW], isTracked: false, hasMore: false }],
    [/^\/api\/desk\/campaigns/, { campaigns: [CAMPAIGN] }],
    [/^\/api\/desk\/users\?/, { users: FOUND, hasMore: false }],
    [/^\/api\/desk\/users\/[^/]+\/deals/, { deals: [DEAL], next: null }],
    [/^\/api\/desk\/users\//, USER],
  ]);
  const user = `/desk/users/${USER.user}`;
  return [
    ofAdmins('desk-journal', '/desk/journal', (person) => person.sees('proposed')),
    ofAdmins('desk-search', '/desk/search?search=sal', (person) => person.sees('Sal Otto')),
    ofAdmins('desk-members', '/desk/members', (person) => person.sees('finn@shop.example')),
    ofAdmins('desk-campaigns', '/desk/campaigns', (person) => person.sees('Shown now')),
    ofAdmins('desk-campaign', `/desk/campaigns/${CAMPAIGN.campaign}`, (person) => person.sees('Dark')),
    ofAdmins('desk-users', '/desk/users?search=sal', (person) => person.sees('Sal Otto')),
    ofAdmins('desk-user', user, (person) => person.sees(CODE)),
    ofAdmins('desk-user-block', user, async (person) => {
      await person.sees(CODE);
      await person.presses('Block');
      await person.page.getByRole('dialog').waitFor();
    }),
  ];
}

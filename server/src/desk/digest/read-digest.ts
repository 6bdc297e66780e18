import { DESK_QUEUES, type DeskQueue, MAX_QUEUE_COUNT, QUEUE_LABELS } from '@perkex/contract/desk.js';
import type { ProviderName } from '@perkex/contract/payment-setup.js';
import { isForRole, type Role } from '@perkex/contract/roles.js';
import type pg from 'pg';
import { int4, statement } from '../../database/statement.js';
import type { Fact } from '../../mail/letter.js';
import type { Member } from '../../users/members.js';
import { readDeskMoney } from '../money/read-desk-money.js';
import { countQueues } from '../queues.js';

/** Queues in which a step of a member is due. Parcels on their way need none. */
const WAITING: readonly DeskQueue[] = DESK_QUEUES.filter(
  (queue) => queue !== 'arriving' && queue !== 'on-the-way',
);
const FIRST_OF_MONEY = DESK_QUEUES.indexOf('claims');

/** Each state has an index of its own, and so do returns. */
const MAY_BE_OVERDUE = [
  ...['shipped', 'received', 'objectable', 'verified'].map((state) => `state = '${state}'`),
  "claim = 'return' and ending is null",
];

const COUNT_OVERDUE = statement({
  name: 'count-overdue-deals',
  text: `select count(*)::int as count from (
           ${MAY_BE_OVERDUE.map((one) => `(select 1 from deals where ${one} and is_overdue limit ${MAX_QUEUE_COUNT})`).join(' union all ')}
         ) as overdue`,
  row: { count: int4 },
});

function isOfRole(queue: DeskQueue, role: Role): boolean {
  const isOfMoney = DESK_QUEUES.indexOf(queue) >= FIRST_OF_MONEY;
  return isForRole(role, isOfMoney ? 'finance' : 'desk');
}

/**
 * The counts of the work that waits for a member. They are mailed, so they name no deal and no user. Empty for none.
 */
export async function readDigest(
  pool: pg.Pool,
  member: Member,
  provider: ProviderName | null,
): Promise<Fact[]> {
  const { role } = member;
  const queues = (await countQueues(pool, member)).filter(
    ({ queue }) => WAITING.includes(queue) && isOfRole(queue, role),
  );
  const counts = [
    ...(isForRole(role, 'desk')
      ? [{ label: 'Past their deadline', count: (await COUNT_OVERDUE.row(pool, []))?.count ?? 0 }]
      : []),
    ...queues.map(({ queue, count }) => ({ label: QUEUE_LABELS[queue], count })),
    ...(isForRole(role, 'finance') ? await countMoney(pool, provider) : []),
  ];
  return counts
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => ({
      label,
      value: count >= MAX_QUEUE_COUNT ? `${MAX_QUEUE_COUNT}+` : `${count}`,
    }));
}

async function countMoney(pool: pg.Pool, provider: ProviderName | null) {
  const { bank } = provider === 'bank' ? await readDeskMoney(pool, provider) : { bank: null };
  return bank === null
    ? []
    : [
        { label: 'Unmatched bank lines', count: bank.lines.count },
        { label: 'Payments waiting for a list', count: bank.payouts.count },
        { label: 'Payments on lists waiting for a second member', count: bank.proposed.count },
      ];
}

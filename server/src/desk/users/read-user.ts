import type { DealGroup } from '@perkex/contract/deals.js';
import { type DeskUser, MAX_SHOWN_DEALS, MAX_SHOWN_ORDERS } from '@perkex/contract/desk-users.js';
import type { Party } from '@perkex/core/deals/deal.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import { CENTS_PER_DOLLAR, centsToDollars } from '@perkex/core/money.js';
import { type OpenOrderLimits, SIDES } from '@perkex/core/order-book/order.js';
import { stopsSelling } from '@perkex/core/users/debts.js';
import type pg from 'pg';
import { isoTime } from '../../clock/iso-time.js';
import { databaseTime } from '../../database/database-time.js';
import { int4, oneOf, statement, text, timestamptz } from '../../database/statement.js';
import { countEarlierUndos } from '../../deals/earlier-undos.js';
import { readMoneySums, sumsInDollars } from '../../deals/money-sums.js';
import { readOwnDeals } from '../../deals/read-own-deals.js';
import { readBlock } from '../../users/blocks.js';
import { readNeedsCardUntil } from '../../users/failed-payments.js';
import type { Identity } from '../../users/identity.js';
import { readMembership } from '../../users/members.js';
import { readDebt } from '../../users/user-debts.js';
import { limitsInDollars, readLimits } from '../../users/user-limits.js';
import { readUserRows } from './find-users.js';
import { readNotes } from './user-notes.js';

/** Served by the index of a user's open orders, which have a limit. */
const READ_ORDERS = statement({
  name: 'read-open-orders-for-desk',
  text: `select o.side, o.product_id as "productId", product.name, o.size, o.price_cents as "priceCents",
           o.accepted_at as "acceptedAt"
         from orders as o join products as product on product.id = o.product_id
         where o.user_id = $1 and o.status = 'open' order by o.accepted_at desc limit $2`,
  row: {
    side: oneOf(SIDES),
    productId: int4,
    name: text,
    size: text,
    priceCents: int4,
    acceptedAt: timestamptz,
  },
});

const COUNT_ORDERS = statement({
  name: 'count-open-orders-for-desk',
  text: `select count(*)::int as count from orders where user_id = $1 and status = 'open'`,
  row: { count: int4 },
});

const READ_ERASURE = statement({
  name: 'read-erasure-of-user',
  text: 'select left_at as "erasedAt" from departures where user_id = $1',
  row: { erasedAt: timestamptz },
});

export interface UserSources {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'directory'>;
  readonly openOrderLimits: OpenOrderLimits | null;
  /** Above this debt, in cents, a user cannot sell. */
  readonly maxDebtCents: number;
}

/** A user as admins see them; null for an unknown one. @param memberId the user id of the member who asks */
export async function readUser(
  { pool, identity, openOrderLimits, maxDebtCents }: UserSources,
  userId: string,
  memberId: string,
): Promise<DeskUser | null> {
  const [row] = await readUserRows(pool, identity, [userId]);
  if (!row) {
    return null;
  }
  const nowMs = await databaseTime(pool);
  const [orders, counted, block, ownLimits, debt, cardUntilMs, member, erasure, sums, undos, notes] =
    await Promise.all([
      READ_ORDERS.rows(pool, [userId, MAX_SHOWN_ORDERS]),
      COUNT_ORDERS.row(pool, [userId]),
      readBlock(pool, userId),
      readLimits(pool, userId),
      readDebt(pool, userId),
      readNeedsCardUntil(pool, userId),
      readMembership(pool, userId),
      READ_ERASURE.row(pool, [userId]),
      readMoneySums(pool, userId),
      countEarlierUndos(pool, userId, nowMs),
      readNotes(pool, userId),
    ]);
  return {
    ...row,
    isOwn: userId === memberId,
    member,
    block: block && { ...block, at: block.at.toISOString() },
    ownLimits: ownLimits && { ...limitsInDollars(ownLimits), by: ownLimits.by },
    debt: debt && {
      amount: debt.cents / CENTS_PER_DOLLAR,
      since: isoTime(debt.sinceMs),
      stopsSelling: stopsSelling(debt, maxDebtCents, nowMs),
      deferredUntil: debt.deferredUntilMs === null ? null : isoTime(debt.deferredUntilMs),
    },
    needsCardUntil: cardUntilMs === null ? null : isoTime(cardUntilMs),
    erasedAt: erasure?.erasedAt.toISOString() ?? null,
    orders: orders.map(({ priceCents, acceptedAt, ...order }) => ({
      ...order,
      price: centsToDollars(priceCents),
      placedAt: acceptedAt.toISOString(),
    })),
    limits: {
      openOrders: counted?.count ?? 0,
      maxOpenOrders: openOrderLimits?.perUser ?? null,
      undos,
    },
    balances: sumsInDollars(sums),
    notes,
  };
}

/** A page of the deals of a user, newest first. */
export async function readUserDeals(
  pool: pg.Pool,
  holidays: Holidays,
  userId: string,
  {
    party,
    group,
    before,
  }: { readonly party: Party; readonly group: DealGroup; readonly before?: string | undefined },
) {
  const page = { party, group, before: before || undefined, limit: MAX_SHOWN_DEALS };
  const { deals, next } = await readOwnDeals(pool, userId, holidays, page);
  return {
    deals: deals.map(({ id, productId, name, size, price, total, date, state }) => ({
      code: dealCode({ productId, id }),
      name,
      size,
      price,
      total,
      date,
      state,
    })),
    next,
  };
}

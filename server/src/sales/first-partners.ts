import { type FirstPartner, type FirstPartners, withTrade } from '@perkex/core/figures/first-partner.js';
import { RowSet } from '../database/row-set.js';
import { bool, int4, orNull, statement, text, uuid } from '../database/statement.js';
import { AFTER_ALL_IDS } from '../database/time-ordered-id.js';
import type { Transaction } from '../database/transaction.js';
import { IS_SALE } from './sale-conditions.js';
import { KEYS_TO_ROLL_UP, SALE_KEYS, type SaleKey } from './trades-to-roll-up.js';

/** The accounts of a sale `sale`, from it and `JOINED_ERASURES`. */
export const SELLER_OF_SALE = 'coalesce(seller.user_id, sale.seller_id)';
export const BUYER_OF_SALE = 'coalesce(buyer.user_id, sale.buyer_id)';
export const ACCOUNTS_OF_SALE = `${SELLER_OF_SALE} as "sellerId", ${BUYER_OF_SALE} as "buyerId"`;

/**
 * While a user is erased, some of their trades have the pseudonym and the others still the user id. Both are the same
 * account.
 */
export const JOINED_ERASURES = `left join departures as seller on seller.pseudonym = sale.seller_id
    left join departures as buyer on buyer.pseudonym = sale.buyer_id`;

interface UserWithPartner extends FirstPartner {
  readonly userId: string;
}

const ROWS = new RowSet<UserWithPartner>({
  user_id: [text, ({ userId }) => userId],
  partner_id: [text, ({ partnerId }) => partnerId],
  first_trade_id: [uuid, ({ firstTradeId }) => firstTradeId],
  other_trade_id: [uuid, ({ otherTradeId }) => otherTradeId],
});

const READ_FIRST_PARTNERS = statement({
  name: 'read-first-partners',
  text: `select user_id as "userId", partner_id as "partnerId", first_trade_id as "firstTradeId",
           other_trade_id as "otherTradeId"
         from first_partners where user_id = any($1::text[])`,
  row: { userId: text, partnerId: text, firstTradeId: uuid, otherTradeId: orNull(uuid) },
});

const SAVE_FIRST_PARTNERS = statement({
  name: 'save-first-partners',
  text: `insert into first_partners (${ROWS.names}) select * from ${ROWS.as('changed')}
         on conflict (user_id) do update set partner_id = excluded.partner_id,
           first_trade_id = excluded.first_trade_id, other_trade_id = excluded.other_trade_id`,
});

const READ_ACCOUNTS_OF_TRADES = statement({
  name: 'read-accounts-of-trades',
  text: `select sale.id, ${ACCOUNTS_OF_SALE}, sale.is_void as "isVoid"
         from ${SALE_KEYS.as('wanted')}
         join trades as sale on sale.product_id = wanted.product_id and sale.id = wanted.id
         ${JOINED_ERASURES}`,
  row: { id: uuid, sellerId: text, buyerId: text, isVoid: bool },
});

/** The trades of a user after one and before another. */
interface UserBetween {
  readonly userId: string;
  readonly tradeId: string;
  readonly untilId: string;
}

const USERS_BETWEEN = new RowSet<UserBetween>({
  user_id: [text, ({ userId }) => userId],
  id: [uuid, ({ tradeId }) => tradeId],
  until_id: [uuid, ({ untilId }) => untilId],
});

const READ_TRADES_BETWEEN = statement({
  name: 'read-trades-of-users-between',
  text: `with account as materialized (
           select since.* from ${USERS_BETWEEN.as('since')}
           union all
           select departures.pseudonym, since.id, since.until_id from ${USERS_BETWEEN.as('since')}
           join departures on departures.user_id = since.user_id
         )
         select distinct trade.product_id as "productId", trade.id
         from (
           select trade.product_id, trade.id from account
           join trades as trade on trade.seller_id = account.user_id
             and trade.id > account.id and trade.id < account.until_id and ${IS_SALE}
           union all
           select trade.product_id, trade.id from account
           join trades as trade on trade.buyer_id = account.user_id
             and trade.id > account.id and trade.id < account.until_id and ${IS_SALE}
         ) as trade
         order by 1, 2`,
  row: { productId: int4, id: uuid },
});

/**
 * The sales with another verdict after a change of their user's first partner by a trade: none are after the first trade
 * with anyone else.
 */
function betweenFor(
  { userId, tradeId }: Pick<UserBetween, 'userId' | 'tradeId'>,
  partners: readonly (FirstPartner | undefined)[],
): UserBetween {
  const ends = partners.map((first) => first?.otherTradeId ?? AFTER_ALL_IDS);
  return { userId, tradeId, untilId: ends.reduce((last, id) => (id > last ? id : last)) };
}

/** The first partners of users with trades that have been rolled up. */
export async function readFirstPartners(
  tx: Transaction,
  userIds: ReadonlySet<string>,
): Promise<FirstPartners> {
  if (userIds.size === 0) {
    return new Map();
  }
  const rows = await READ_FIRST_PARTNERS.rows(tx, [[...userIds]]);
  return new Map(rows.map(({ userId, ...first }) => [userId, first]));
}

/**
 * Adds trades to the first partners of their users.
 * @returns the trades with verdicts that these trades may change: some of these trades, and others if a trade of another
 *   server arrives late
 */
export async function addToFirstPartners(tx: Transaction, trades: readonly SaleKey[]): Promise<SaleKey[]> {
  const accounts = await READ_ACCOUNTS_OF_TRADES.rows(tx, SALE_KEYS.values(trades));
  const sides = accounts.filter(({ isVoid }) => !isVoid).flatMap(sidesOf);
  const stored = await readFirstPartners(tx, new Set(sides.map(({ userId }) => userId)));
  const changed = new Map<string, FirstPartner>();
  const changes: UserBetween[] = [];
  for (const { userId, ...trade } of sides) {
    const before = changed.get(userId) ?? stored.get(userId);
    const after = withTrade(before, trade);
    if (after !== before) {
      changed.set(userId, after);
      changes.push(betweenFor({ userId, tradeId: trade.tradeId }, [before, after]));
    }
  }
  if (changes.length === 0) {
    return [];
  }
  await SAVE_FIRST_PARTNERS.run(
    tx,
    ROWS.values([...changed].map(([userId, first]) => ({ userId, ...first }))),
  );
  // Users without an earlier row have no trade with a verdict.
  const earlier = changes.filter(({ userId }) => stored.has(userId));
  return earlier.length > 0 ? READ_TRADES_BETWEEN.rows(tx, USERS_BETWEEN.values(earlier)) : [];
}

interface AccountsOfTrade {
  readonly id: string;
  readonly sellerId: string;
  readonly buyerId: string;
}

function sidesOf({ id, sellerId, buyerId }: AccountsOfTrade) {
  return [
    { userId: sellerId, partnerId: buyerId, tradeId: id },
    { userId: buyerId, partnerId: sellerId, tradeId: id },
  ];
}

/**
 * The rows of `first_partners` as they follow from the sales that have been rolled up, in one snapshot.
 * @param condition which trades `sale` are read: all of some users, or all
 */
function firstPartnersOf(condition: string): string {
  return `
  with unfolded as materialized (${KEYS_TO_ROLL_UP}),
  trade as (
    select sale.id, ${ACCOUNTS_OF_SALE} from trades as sale ${JOINED_ERASURES}
    where ${condition} and ${IS_SALE}
      and not exists (select from unfolded where product_id = sale.product_id and id = sale.id)
  ),
  side as materialized (
    select "sellerId" as user_id, "buyerId" as partner_id, id from trade
    union all
    select "buyerId", "sellerId", id from trade
  ),
  first as (
    select distinct on (user_id) user_id, partner_id, id from side order by user_id, id
  ),
  other as (
    select distinct on (side.user_id) side.user_id, side.id
    from side join first on first.user_id = side.user_id and first.partner_id <> side.partner_id
    order by side.user_id, side.id
  )
  select first.user_id, first.partner_id, first.id as first_trade_id, other.id as other_trade_id
  from first left join other on other.user_id = first.user_id`;
}

/** The first partners of all users. */
export const FIRST_PARTNERS_OF_TRADES = firstPartnersOf('true');

const REMOVE_FIRST_PARTNERS = statement({
  name: 'remove-first-partners',
  text: 'delete from first_partners',
});

const REMOVE_FIRST_PARTNERS_OF_USERS = statement({
  name: 'remove-first-partners-of-users',
  text: 'delete from first_partners where user_id = any($1::text[])',
});

/** While a user is erased, some of their trades have the pseudonym. */
const ACCOUNT_IDS = `array(
    select unnest($1::text[]) union select pseudonym from departures where user_id = any($1::text[])
  )`;

const MAKE_FIRST_PARTNERS_OF_USERS = statement({
  name: 'make-first-partners-of-users',
  text: `insert into first_partners (${ROWS.names})
         select * from (
           ${firstPartnersOf(`(sale.seller_id = any(${ACCOUNT_IDS}) or sale.buyer_id = any(${ACCOUNT_IDS}))`)}
         ) as made
         where user_id = any($1::text[])`,
});

const MAKE_FIRST_PARTNERS = statement({
  name: 'make-first-partners',
  text: `insert into first_partners (${ROWS.names}) ${FIRST_PARTNERS_OF_TRADES}`,
});

/**
 * Removes a void sale from the first partners of its users. The caller holds the consumer of the history.
 * @returns the trades with verdicts that this may change
 */
export async function removeFromFirstPartners(tx: Transaction, sale: SaleKey): Promise<SaleKey[]> {
  const sides = (await READ_ACCOUNTS_OF_TRADES.rows(tx, SALE_KEYS.values([sale]))).flatMap(sidesOf);
  const stored = await readFirstPartners(tx, new Set(sides.map(({ userId }) => userId)));
  const changes = sides.filter(({ userId, tradeId }) => {
    const first = stored.get(userId);
    return first?.firstTradeId === tradeId || first?.otherTradeId === tradeId;
  });
  if (changes.length === 0) {
    return [];
  }
  const userIds = changes.map(({ userId }) => userId);
  await REMOVE_FIRST_PARTNERS_OF_USERS.run(tx, [userIds]);
  await MAKE_FIRST_PARTNERS_OF_USERS.run(tx, [userIds]);
  const made = await readFirstPartners(tx, new Set(userIds));
  const between = changes.map((side) => betweenFor(side, [stored.get(side.userId), made.get(side.userId)]));
  return READ_TRADES_BETWEEN.rows(tx, USERS_BETWEEN.values(between));
}

/** Recomputes the first partners of all users. The caller holds the consumer of the history. */
export async function rebuildFirstPartners(tx: Transaction): Promise<void> {
  await REMOVE_FIRST_PARTNERS.run(tx);
  await MAKE_FIRST_PARTNERS.run(tx);
}

const RENAME_USER = statement({
  name: 'rename-first-partners-of-departure',
  text: `update first_partners
         set user_id = case user_id when $1 then $2 else user_id end,
           partner_id = case partner_id when $1 then $2 else partner_id end
         where user_id = $1 or partner_id = $1`,
});

/** Renames a user whose trades all have the new id. The caller holds the consumer of the history. */
export async function renameInFirstPartners(tx: Transaction, userId: string, newId: string): Promise<void> {
  await RENAME_USER.run(tx, [userId, newId]);
}

import { type Group, reachableGroups, tradesElsewhere } from '@perkex/core/order-book/reachable-groups.js';
import { RowSet } from '../database/row-set.js';
import { type ShardConnection, shardStatement } from '../database/shard-statement.js';
import { float8, int4, orNull, text, uuid } from '../database/statement.js';
import { expiryOf, type WantedDepth } from './batch-reads.js';
import { inLockOrder } from './best-orders.js';
import { booksForRules, type Found, type MemberOfProduct, type ProductCommands } from './judge-commands.js';
import { bookName } from './order-command.js';

interface GroupKey extends Group {
  readonly productId: number;
}

const GROUPS = new RowSet<GroupKey>({
  product_id: [int4, (group) => group.productId],
  user_id: [text, (group) => group.userId],
  group_id: [uuid, (group) => group.groupId],
});

const READ_MEMBERS = shardStatement({
  name: 'read-members-of-groups',
  text: ({ orders }) => `
         select o.product_id as "productId", wanted.group_id as "groupId", o.size, o.seq,
           o.user_id as "userId", ${expiryOf('o')} as "expiresAtMs"
         from ${GROUPS.as('wanted')}
         join ${orders} as o on o.product_id = wanted.product_id and o.group_id = wanted.group_id
           and o.user_id = wanted.user_id
         where o.status = 'open'`,
  row: {
    productId: int4,
    groupId: uuid,
    size: text,
    seq: int4,
    userId: text,
    expiresAtMs: orNull(float8),
  },
});

/** The open orders of all groups of which these commands may trade an order; valid only if their books were taken. */
export async function readMembers(
  connection: ShardConnection,
  products: readonly ProductCommands[],
  found: Found,
): Promise<MemberOfProduct[]> {
  const groups = products.flatMap((product) => {
    const { productId, commands } = product;
    const reachable = reachableGroups(
      booksForRules(product, found),
      commands.map(({ command }) => command),
    );
    return reachable.map((group) => ({ ...group, productId }));
  });
  return groups.length > 0 ? READ_MEMBERS.rows(connection, GROUPS.values(groups)) : [];
}

/**
 * The books that these commands need with the orders of their groups: a trade of one cancels those in other books.
 * @param wanted the books that were taken
 * @param own those of the commands themselves, as deep as these need them without groups
 * @returns null if all of them were taken, deep enough
 */
export function deeperWith(
  members: readonly MemberOfProduct[],
  wanted: readonly WantedDepth[],
  own: readonly WantedDepth[],
  products: readonly ProductCommands[],
): WantedDepth[] | null {
  const depths = new Map(wanted.map((depth) => [bookName(depth), depth]));
  const ownDepths = new Map(own.map((depth) => [bookName(depth), depth]));
  let isDeepEnough = true;
  for (const { productId, size } of members) {
    const book = { productId, size };
    const name = bookName(book);
    const commands = products.find((product) => product.productId === productId)?.commands ?? [];
    const { asks = 1, bids = 1 } = ownDepths.get(name) ?? {};
    const needed =
      bids +
      tradesElsewhere(
        size,
        commands.map(({ command }) => command),
      );
    if ((depths.get(name)?.bids ?? 0) < needed) {
      isDeepEnough = false;
      depths.set(name, { ...book, asks, bids: needed });
    }
  }
  return isDeepEnough ? null : inLockOrder([...depths.values()]);
}

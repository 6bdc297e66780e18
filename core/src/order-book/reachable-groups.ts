import { groupKey } from './book-state.js';
import type { BookOfProduct, CommandOfProduct } from './match.js';
import { sideOf } from './order.js';

/** A group: the id of a bid, which is its user's own. */
export interface Group {
  readonly userId: string;
  readonly groupId: string;
}

/**
 * The groups of which an order may trade: those of bids that an ask or a sale of their book may take, and those of orders
 * that are replaced. The rules need all open orders of these groups.
 */
export function reachableGroups(
  books: readonly Pick<BookOfProduct, 'size' | 'book'>[],
  commands: readonly CommandOfProduct[],
): Group[] {
  const replaced = commands.flatMap((entry) => {
    if (!('command' in entry) || entry.command.kind !== 'placement') {
      return [];
    }
    const { userId, replaced } = entry.command;
    return replaced?.groupId ? [{ userId, groupId: replaced.groupId }] : [];
  });
  const sold = new Set(commands.flatMap((entry) => (sells(entry) && 'size' in entry ? entry.size : [])));
  const bids = books.filter(({ size }) => sold.has(size)).flatMap(({ book }) => book.bids);
  const taken = bids.flatMap(({ userId, groupId }) => (groupId ? [{ userId, groupId }] : []));
  return [...new Map([...replaced, ...taken].map((group) => [groupKey(group), group])).values()];
}

/**
 * The number of commands in other books than this one that can trade with an order of a group, and so cancel an order of
 * this book.
 */
export function tradesElsewhere(size: string, commands: readonly CommandOfProduct[]): number {
  return commands.filter(
    (entry) => 'command' in entry && entry.size !== size && (sells(entry) || replacesInGroup(entry)),
  ).length;
}

function sells(entry: CommandOfProduct): boolean {
  return 'command' in entry && entry.command.kind === 'placement' && sideOf(entry.command.call) === 'ask';
}

function replacesInGroup(entry: CommandOfProduct): boolean {
  return 'command' in entry && entry.command.kind === 'placement' && Boolean(entry.command.replaced?.groupId);
}

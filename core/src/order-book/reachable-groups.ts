import { groupKey } from './book-state.js';
import type { BookOfProduct, CommandOfProduct } from './match.js';
import { type Placement, sideOf } from './order.js';

/** A group: the id of a bid, which is its user's own. */
export interface Group {
  readonly userId: string;
  readonly groupId: string;
}

/**
 * The groups of which an order may trade: those of bids that an ask or a sale of their book may take, and those of
 * orders that are replaced. The rules need all open orders of these groups.
 */
export function reachableGroups(
  books: readonly Pick<BookOfProduct, 'size' | 'book'>[],
  commands: readonly CommandOfProduct[],
): Group[] {
  const placements = placementsOf(commands);
  const replaced = placements.map(({ command }) => ({
    userId: command.userId,
    groupId: command.replaced?.groupId,
  }));
  const sold = new Set(placements.filter(sells).map(({ size }) => size));
  const taken = books.filter(({ size }) => sold.has(size)).flatMap(({ book }) => book.bids);
  const groups = [...replaced, ...taken].flatMap(({ userId, groupId }) =>
    groupId ? [{ userId, groupId }] : [],
  );
  return [...new Map(groups.map((group) => [groupKey(group), group])).values()];
}

/**
 * The number of commands in other books than this one that can trade with an order of a group, and so cancel an order
 * of this book.
 */
export function tradesElsewhere(size: string, commands: readonly CommandOfProduct[]): number {
  const elsewhere = placementsOf(commands).filter((placement) => placement.size !== size);
  return elsewhere.filter((placement) => sells(placement) || placement.command.replaced?.groupId).length;
}

interface PlacementInBook {
  readonly size: string;
  readonly command: Placement;
}

/** The placements of single books. */
function placementsOf(commands: readonly CommandOfProduct[]): PlacementInBook[] {
  return commands.filter(isPlacement);
}

function isPlacement(entry: CommandOfProduct): entry is PlacementInBook {
  return 'command' in entry && entry.command.kind === 'placement';
}

function sells({ command }: PlacementInBook): boolean {
  return sideOf(command.call) === 'ask';
}

import type { OpenOrderRow } from '@perkex/contract/user-data.js';
import { sizesText } from '../sizing/sizes-text.js';

interface SizesOfGroupProps {
  readonly row: Pick<OpenOrderRow, 'group'>;
  /** The user's open bids. */
  readonly rows: readonly OpenOrderRow[];
}

/** States that an order is part of a bid over several sizes, of which one pair is bought. */
export function SizesOfGroup({ row: { group }, rows }: SizesOfGroupProps) {
  const sizes = group === undefined ? [] : rows.filter((row) => row.group === group).map(({ size }) => size);
  return sizes.length < 2 ? null : <span>one pair: size {sizesText(sizes)}</span>;
}

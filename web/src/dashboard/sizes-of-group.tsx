import type { OpenOrderRow } from '@perkex/contract/user-data.js';
import { sizesText } from '../sizing/sizes-text.js';

interface SizesOfGroupProps {
  readonly row: Pick<OpenOrderRow, 'group' | 'productId'>;
  /** The user's open bids. */
  readonly rows: readonly OpenOrderRow[];
}

/** States that an order is part of a bid over several sizes, of which one pair is bought. */
export function SizesOfGroup({ row: { group, productId }, rows }: SizesOfGroupProps) {
  const isOfGroup = (row: OpenOrderRow) => row.group === group && row.productId === productId;
  const sizes = group === undefined ? [] : rows.filter(isOfGroup).map(({ size }) => size);
  return sizes.length < 2 ? null : <span>one pair: size {sizesText(sizes)}</span>;
}

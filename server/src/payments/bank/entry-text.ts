import { dealCode } from '@perkex/core/deals/deal-code.js';
import type { ListEntry, RemittanceKind } from './remittance-rows.js';

const TEXTS: Readonly<Record<RemittanceKind, string>> = {
  'pay-out': 'PerkeX sale',
  refund: 'PerkeX refund',
  return: 'PerkeX return of payment',
  credit: 'PerkeX credit',
};

/** The code of the deal of outgoing money; null for a line of the bank that no deal has. */
export function codeOfEntry({ productId, dealId }: Pick<ListEntry, 'productId' | 'dealId'>): string | null {
  return productId === null || dealId === null ? null : dealCode({ productId, id: dealId });
}

/** The text that the recipient reads in the statement of their bank. It has no names of users. */
export function entryText({
  kind,
  productId,
  dealId,
}: Pick<ListEntry, 'kind' | 'productId' | 'dealId'>): string {
  const code = codeOfEntry({ productId, dealId });
  return code === null ? TEXTS[kind] : `${TEXTS[kind]} ${code}`;
}

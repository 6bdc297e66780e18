import { dealCode } from '@perkex/core/deals/deal-code.js';
import type { ListEntry, RemittanceKind } from './remittance-rows.js';

const TEXTS: Readonly<Record<RemittanceKind, string>> = {
  'pay-out': 'PerkeX sale',
  refund: 'PerkeX refund',
  return: 'PerkeX return of payment',
};

/** The text that the recipient reads in the statement of their bank. It has no names of users. */
export function entryText({
  kind,
  productId,
  dealId,
}: Pick<ListEntry, 'kind' | 'productId' | 'dealId'>): string {
  return `${TEXTS[kind]} ${dealCode({ productId, id: dealId })}`;
}

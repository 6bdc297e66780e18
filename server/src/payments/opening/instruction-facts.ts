import type { DealNews } from '@perkex/core/deals/deal-news.js';
import { amountText } from '@perkex/core/market/price-text.js';
import type pg from 'pg';
import { readDeal } from '../../deals/read-deal.js';
import type { Fact } from '../../mail/letter.js';
import { readInstructions } from '../bank/payment-instructions.js';
import type { PaymentSetupSources } from './payment-setup-sources.js';

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

interface NotificationOfDeal {
  readonly productId: number;
  readonly dealId: string | null;
  readonly dealNews: DealNews | null;
}

/** The instructions for a bank transfer, in the mail that asks for it. Other mails have no facts. */
export async function factsOfNotification(
  pool: pg.Pool,
  setup: PaymentSetupSources | null,
  { productId, dealId, dealNews }: NotificationOfDeal,
): Promise<Fact[]> {
  if (dealNews !== 'transfer-needed' || dealId === null || setup?.kind !== 'bank') {
    return [];
  }
  const key = { productId, id: dealId };
  const deal = (await readDeal(pool, key))?.deal;
  const instructions = deal?.state === 'unpaid' ? await readInstructions(pool, setup.account, key) : null;
  if (!deal || !instructions) {
    return [];
  }
  const { amountCents, reference, holder, account, bankCode, bankName } = instructions;
  return [
    { label: 'Amount', value: amountText(amountCents) },
    { label: 'Reference', value: reference },
    { label: 'Name', value: holder },
    { label: 'Account', value: account },
    ...(bankCode === null ? [] : [{ label: 'Bank code', value: bankCode }]),
    ...(bankName === null ? [] : [{ label: 'Bank', value: bankName }]),
    // The deadline is the first moment that is too late.
    ...(deal.dueAtMs === null
      ? []
      : [{ label: 'Until', value: `the end of ${DAY.format(deal.dueAtMs - 1)} (UTC)` }]),
  ];
}

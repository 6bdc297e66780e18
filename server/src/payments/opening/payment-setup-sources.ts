import type { Transaction } from '../../database/transaction.js';
import type { BrowserOrigins } from '../../users/identity.js';
import type { CardProvider, PaymentProvider } from '../payment-provider.js';
import type { MarketAccount } from '../payment-settings.js';

interface AllSources {
  /** Called in the transaction that gives a user another card, or an account that can be paid. */
  readonly onReady: (tx: Transaction, userId: string) => Promise<void>;
}

/** A provider at which users set up their cards and payouts. */
export interface CardSetupSources extends AllSources {
  readonly kind: 'cards';
  readonly provider: CardProvider;
  readonly publishableKey: string | null;
  /** The provider's hosts that pages load from. */
  readonly browserOrigins: BrowserOrigins;
}

/** The market's own bank account. */
export interface BankSetupSources extends AllSources {
  readonly kind: 'bank';
  readonly provider: PaymentProvider;
  readonly account: MarketAccount;
}

/** The sources with which users set up how they pay and are paid. */
export type PaymentSetupSources = CardSetupSources | BankSetupSources;

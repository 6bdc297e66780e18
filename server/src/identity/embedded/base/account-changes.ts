import type { Transaction } from '../../../database/transaction.js';
import type { SecurityEvent } from '../../../mail/account-letters.js';
import { type EventOrigin, noteEvent } from './account-events.js';
import type { IdentityContext } from './context.js';

/** Whose account is changed. */
export interface ChangedAccount {
  readonly userId: string;
  readonly email: string;
  /** Whether what was set up before goes with it, because nobody had proved the e-mail. */
  readonly isHandedOver?: boolean;
}

/** Notes a change of an account in the transaction that makes it, with the mail that tells the owner. */
export type NoteChange = (tx: Transaction, event: SecurityEvent) => Promise<void>;

export function noteChangeOf(
  { sendLater }: Pick<IdentityContext, 'sendLater'>,
  { userId, email, isHandedOver = false }: ChangedAccount,
  origin: EventOrigin,
): NoteChange {
  return async (tx, event) => {
    await noteEvent(tx, userId, event, origin);
    await sendLater(tx, { type: 'notice', email, event, isHandedOver });
  };
}

import type { Transaction } from '../../../database/transaction.js';
import { type EventOrigin, noteEvent } from './account-events.js';
import type { SecurityEvent } from './account-letters.js';
import type { IdentityContext } from './context.js';

/** The account that is changed. */
export interface ChangedAccount {
  readonly userId: string;
  readonly email: string;
  /** True if earlier settings were erased with the change, because the e-mail was never verified. */
  readonly isTransferred?: boolean;
}

/** Records an account change in its own transaction, together with the mail to the owner. */
export type NoteChange = (tx: Transaction, event: SecurityEvent) => Promise<void>;

export function noteChangeOf(
  { sendLater }: Pick<IdentityContext, 'sendLater'>,
  { userId, email, isTransferred = false }: ChangedAccount,
  origin: EventOrigin,
): NoteChange {
  return async (tx, event) => {
    await noteEvent(tx, userId, event, origin);
    await sendLater(tx, { type: 'notice', email, event, isHandedOver: isTransferred });
  };
}

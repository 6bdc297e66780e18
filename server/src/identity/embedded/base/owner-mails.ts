import type { SignInProof } from '@perkex/contract/account-events.js';
import { int4, statement } from '../../../database/statement.js';
import type { Transaction } from '../../../database/transaction.js';
import type { SettingEvent } from '../../../users/identity.js';
import { type EventOrigin, noteEvent } from './account-events.js';
import type { IdentityContext } from './context.js';
import type { UserRow } from './users.js';

/** Fewer than the limit of a mailbox. */
const MAILS_AN_HOUR = 3;

const COUNT_EVENTS_OF_HOUR = statement({
  name: 'identity-count-events-of-hour',
  text: `select count(*)::integer as events from identity_events
         where user_id = $1 and kind = $2 and happened_at > now() - interval '1 hour'`,
  row: { events: int4 },
});

/**
 * Records an event that anyone with a session or the password can repeat at will, together with the mail to the owner.
 * Mails are limited per kind of event, so that a flood of one hides no other. The log has the rest.
 */
export async function noteRepeatableEvent(
  tx: Transaction,
  { sendLater }: Pick<IdentityContext, 'sendLater'>,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  event: SettingEvent | 'signed-in-new-browser',
  origin: EventOrigin,
  proofs: readonly SignInProof[] = [],
): Promise<void> {
  await noteEvent(tx, id, event, origin, proofs);
  const counted = await COUNT_EVENTS_OF_HOUR.row(tx, [id, event]);
  if (counted !== undefined && counted.events <= MAILS_AN_HOUR) {
    await sendLater(tx, { type: 'notice', email, event, isHandedOver: false });
  }
}

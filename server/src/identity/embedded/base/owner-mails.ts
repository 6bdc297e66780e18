import { withoutDetails } from '../../../database/errors.js';
import type { SettingEvent } from '../../../users/identity.js';
import { type AttemptLimit, HOUR_SECONDS, type LimitMaker } from '../limits/attempt-limits.js';
import type { SecurityEvent } from './account-letters.js';
import type { IdentityContext } from './context.js';
import type { UserRow } from './users.js';

/** Fewer than the limit of a mailbox. */
const MAILS_AN_HOUR = 3;

/** Events that anyone with a session or the password can repeat at will. */
type Repeatable = 'signed-in-new-browser' | SettingEvent;

/** Limits mails to owners per kind of event, so that a flood of one hides no other. The log has the rest. */
export class OwnerMails {
  private readonly userLimits: Readonly<Record<Repeatable, AttemptLimit>>;

  constructor(
    limit: LimitMaker,
    private readonly context: Pick<IdentityContext, 'pool' | 'sendLater' | 'log'>,
  ) {
    const mails = (event: Repeatable) => limit(`mails of ${event}`, MAILS_AN_HOUR, HOUR_SECONDS);
    this.userLimits = {
      'signed-in-new-browser': mails('signed-in-new-browser'),
      'payout-changed': mails('payout-changed'),
      'payment-changed': mails('payment-changed'),
      'shipping-changed': mails('shipping-changed'),
      'card-changed': mails('card-changed'),
      'payout-account-changed': mails('payout-account-changed'),
      'payout-account-removed': mails('payout-account-removed'),
      'webhook-made': mails('webhook-made'),
      'webhook-changed': mails('webhook-changed'),
      'webhook-deleted': mails('webhook-deleted'),
      'key-made': mails('key-made'),
      'key-changed': mails('key-changed'),
      'key-revoked': mails('key-revoked'),
    };
  }

  /** Queues a mail, unless this user has reached the limit of this kind. A failure does not undo the event. */
  async tell({ id, email }: Pick<UserRow, 'id' | 'email'>, event: Repeatable & SecurityEvent): Promise<void> {
    const { pool, sendLater, log } = this.context;
    try {
      if ((await this.userLimits[event].take(id)) === null) {
        await sendLater(pool, { type: 'notice', email, event, isHandedOver: false });
      }
    } catch (error) {
      log.error({ err: withoutDetails(error) }, 'identity: a mail was not kept');
    }
  }
}

import { withoutDetails } from '../../../database/errors.js';
import type { Setting } from '../../../http/identity.js';
import type { SecurityEvent } from '../../../mail/account-letters.js';
import { type AttemptLimit, HOUR_SECONDS, type LimitMaker } from '../limits/attempt-limits.js';
import type { IdentityContext } from './context.js';
import type { UserRow } from './users.js';

/** Fewer than a mailbox takes in all. */
const MAILS_AN_HOUR = 3;

/** What owners are told of that anybody with a session, or the password, can repeat at will. */
type Repeatable = 'signed-in-new-browser' | `${Setting}-changed`;

/** Tells owners by mail, each kind of event by itself: no flood of one hides another. Past its limit the log has it. */
export class OwnerMails {
  private readonly ofUser: Readonly<Record<Repeatable, AttemptLimit>>;

  constructor(
    limit: LimitMaker,
    private readonly context: Pick<IdentityContext, 'pool' | 'sendLater' | 'log'>,
  ) {
    const mails = (event: Repeatable) => limit(`mails of ${event}`, MAILS_AN_HOUR, HOUR_SECONDS);
    this.ofUser = {
      'signed-in-new-browser': mails('signed-in-new-browser'),
      'payout-changed': mails('payout-changed'),
      'payment-changed': mails('payment-changed'),
      'shipping-changed': mails('shipping-changed'),
    };
  }

  /** Keeps a mail to be sent, unless this user has had enough of this kind. What has happened stands even if that fails. */
  async tell({ id, email }: Pick<UserRow, 'id' | 'email'>, event: Repeatable & SecurityEvent): Promise<void> {
    const { pool, sendLater, log } = this.context;
    try {
      if ((await this.ofUser[event].take(id)) === null) {
        await sendLater(pool, { type: 'notice', email, event, isHandedOver: false });
      }
    } catch (error) {
      log.error({ err: withoutDetails(error) }, 'identity: a mail was not kept');
    }
  }
}

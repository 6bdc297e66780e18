import type { Setting } from '../../../http/identity.js';
import type { SecurityEvent } from '../../../mail/account-letters.js';
import { type AttemptLimit, HOUR_SECONDS, type LimitMaker } from '../limits/attempt-limits.js';
import { withoutDetails } from './answering.js';
import type { IdentityContext } from './context.js';
import type { UserRow } from './users.js';

const MAILS_AN_HOUR = 6;

/** What owners are told of that anybody with a session, or the password, can repeat at will. */
type Repeatable = 'signed-in-new-browser' | `${Setting}-changed`;

/** Tells owners by mail, each kind of event by itself: no flood of one hides another. Past its limit the log has it. */
export class Notices {
  private readonly ofUser: Readonly<Record<Repeatable, AttemptLimit>>;

  constructor(
    limit: LimitMaker,
    private readonly context: Pick<IdentityContext, 'sendLater' | 'log'>,
  ) {
    const mails = (event: Repeatable) => limit(`mails of ${event}`, MAILS_AN_HOUR, HOUR_SECONDS);
    this.ofUser = {
      'signed-in-new-browser': mails('signed-in-new-browser'),
      'payout-changed': mails('payout-changed'),
      'payment-changed': mails('payment-changed'),
      'shipping-changed': mails('shipping-changed'),
    };
  }

  /** Sends a mail unless this user has had enough of this kind. What has happened stands even if that fails. */
  tell({ id, email }: Pick<UserRow, 'id' | 'email'>, event: Repeatable & SecurityEvent): void {
    const { sendLater, log } = this.context;
    this.ofUser[event].take(id).then(
      (waitSeconds) => {
        if (waitSeconds === null) {
          sendLater({ type: 'notice', email, event, isHandedOver: false });
        }
      },
      (error: unknown) => log.error({ err: withoutDetails(error) }, 'identity: a mail was not sent'),
    );
  }
}

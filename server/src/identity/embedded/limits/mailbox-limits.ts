import { type Mailboxes, MailboxFullError, type MailCause } from '../../../mail/mailboxes.js';
import { type AttemptLimit, DAY_SECONDS, HOUR_SECONDS, type LimitMaker } from './attempt-limits.js';

/** For requested links and events of the account together. */
const MAILS_AN_HOUR = 5;
/** For events of the account only. */
const MAILS_A_DAY = 20;
/**
 * Lower: strangers request links, and must not block an owner's account mails. Per hour only: a full day would keep the
 * owner from resetting the password until it is over.
 */
const LINKS_AN_HOUR = 3;
/**
 * With a count of its own, for each step of many deals: mails of the market go to confirmed e-mails only, and one click
 * turns their kind off.
 */
const MARKET_MAILS = { hour: 40, day: 200 };

/** Counts the mails to each mailbox, across all servers. Mailboxes are in lower case. */
export function mailboxLimits(limit: LimitMaker): Mailboxes {
  const mailsAnHour = limit('mails to a mailbox in an hour', MAILS_AN_HOUR, HOUR_SECONDS);
  const limits: Readonly<Record<MailCause, readonly AttemptLimit[]>> = {
    account: [mailsAnHour, limit('mails to a mailbox in a day', MAILS_A_DAY, DAY_SECONDS)],
    asked: [limit('asked mails to a mailbox in an hour', LINKS_AN_HOUR, HOUR_SECONDS), mailsAnHour],
    market: [
      limit('market mails to a mailbox in an hour', MARKET_MAILS.hour, HOUR_SECONDS),
      limit('market mails to a mailbox in a day', MARKET_MAILS.day, DAY_SECONDS),
    ],
  };
  return {
    async admit(mailbox, cause) {
      const waitSeconds = await takeEach(limits[cause], mailbox);
      if (waitSeconds !== null) {
        throw new MailboxFullError(waitSeconds);
      }
    },
    async giveBack(mailbox, cause) {
      await Promise.all(limits[cause].map((each) => each.giveBack(mailbox)));
    },
  };
}

/** Counts in each limit. When one is reached, the counts taken before it are given back. */
async function takeEach(limits: readonly AttemptLimit[], key: string): Promise<number | null> {
  for (const [index, limit] of limits.entries()) {
    const waitSeconds = await limit.take(key);
    if (waitSeconds !== null) {
      await Promise.all(limits.slice(0, index).map((taken) => taken.giveBack(key)));
      return waitSeconds;
    }
  }
  return null;
}

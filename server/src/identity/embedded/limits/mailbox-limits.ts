import { type Mailboxes, MailboxFullError, type MailCause } from '../../../mail/mailboxes.js';
import { type AttemptLimit, DAY_SECONDS, HOUR_SECONDS, type LimitMaker } from './attempt-limits.js';

/** For requested links and events of the account together. */
const MAILS_AN_HOUR = 5;
const MAILS_A_DAY = 20;
const MAX_OF: Readonly<Record<Exclude<MailCause, 'account'>, { hour: number; day: number }>> = {
  /** Lower: strangers request them, and must not block an owner's account mails. */
  asked: { hour: 3, day: 10 },
  /**
   * With a count of its own, for each step of many deals: mails of the market go to confirmed e-mails only, and one
   * click turns their kind off.
   */
  market: { hour: 40, day: 200 },
};

/** Counts the mails to each mailbox, across all servers. Mailboxes are in lower case. */
export function mailboxLimits(limit: LimitMaker): Mailboxes {
  const accountLimits = [
    limit('mails to a mailbox in an hour', MAILS_AN_HOUR, HOUR_SECONDS),
    limit('mails to a mailbox in a day', MAILS_A_DAY, DAY_SECONDS),
  ];
  const causeLimits = (cause: keyof typeof MAX_OF): AttemptLimit[] => [
    limit(`${cause} mails to a mailbox in an hour`, MAX_OF[cause].hour, HOUR_SECONDS),
    limit(`${cause} mails to a mailbox in a day`, MAX_OF[cause].day, DAY_SECONDS),
  ];
  const limits: Readonly<Record<MailCause, readonly AttemptLimit[]>> = {
    account: accountLimits,
    asked: [...causeLimits('asked'), ...accountLimits],
    market: causeLimits('market'),
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

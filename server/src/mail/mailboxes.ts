/** The cause of a mail: a requested link, an event of the account, or an event of the market. */
export type MailCause = 'asked' | 'account' | 'market';

/** Limits the number of mails to a mailbox, by their causes. */
export interface Mailboxes {
  /**
   * Counts a mail that is about to be sent. Rejects with MailboxFullError if the mailbox has reached its limit: the
   * mail's job tries again later.
   */
  admit(mailbox: string, cause: MailCause): Promise<void>;
  /** Uncounts a mail that was admitted and not sent. Never rejects. */
  giveBack(mailbox: string, cause: MailCause): Promise<void>;
}

/** A mail that has to wait. The message goes to the log, so it never contains the address. */
export class MailboxFullError extends Error {
  override readonly name = 'MailboxFullError';

  constructor(waitSeconds: number) {
    super(`The mailbox has had as many mails as it may have: the next one in ${waitSeconds} s.`);
  }
}

/** Sends one mail within the mailbox's limit. @param send resolves to true if there was a mail to send */
export async function sendWithin(
  mailboxes: Mailboxes,
  { mailbox, cause }: { readonly mailbox: string; readonly cause: MailCause },
  send: () => Promise<boolean>,
): Promise<void> {
  await mailboxes.admit(mailbox, cause);
  let isSent = false;
  try {
    isSent = await send();
  } finally {
    if (!isSent) {
      await mailboxes.giveBack(mailbox, cause);
    }
  }
}

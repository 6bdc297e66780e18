/** Why a mail is sent: somebody asked for a link, something happened to the account, or something happened in the market. */
export type MailCause = 'asked' | 'account' | 'market';

/** Bounds how many mails a mailbox gets, whoever causes them. */
export interface Mailboxes {
  /**
   * Counts a mail that is about to be sent. Rejects with MailboxFullError when the mailbox has had as many as it may have
   * for now: the job of the mail tries again later.
   */
  admit(mailbox: string, cause: MailCause): Promise<void>;
  /** Takes a mail back that was admitted and not sent. Never rejects. */
  giveBack(mailbox: string, cause: MailCause): Promise<void>;
}

/** A mail that has to wait. Its message never holds the address of the person: it goes to the log. */
export class MailboxFullError extends Error {
  override readonly name = 'MailboxFullError';

  constructor(waitSeconds: number) {
    super(`The mailbox has had as many mails as it may have: the next one in ${waitSeconds} s.`);
  }
}

/** Sends one mail to a mailbox that has room for it. @param send resolves to whether there was anything to send */
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

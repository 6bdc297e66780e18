/** One mail to one person. Both parts say the same. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What mail programs read, such as how to get no more of these. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The port to whoever delivers mails. */
export interface Mailer {
  /** Rejects with MailError when the mail cannot be handed over, within a minute. */
  send(mail: Mail): Promise<void>;
}

/** A mail that could not be handed over. Its message never holds the address of the person: it goes to the log. */
export class MailError extends Error {
  override readonly name = 'MailError';
}

/** A mail as the library that writes it wants it. */
export function composed(from: string, { to, subject, text, html, headers = {} }: Mail) {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    // Keeps the holiday notes of the people written to from coming back.
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    xMailer: false as const,
    // Texts are all that a mail is made of.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

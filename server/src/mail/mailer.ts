/** One mail to one person. Both parts have the same content. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Headers for mail programs, such as how to unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The port for mail delivery. */
export interface Mailer {
  /** Rejects with MailError if the mail is not accepted within a minute. */
  send(mail: Mail): Promise<void>;
}

/** A mail that could not be delivered to the server. The message goes to the log, so it never contains the address. */
export class MailError extends Error {
  override readonly name = 'MailError';
}

/** A mail in the form that the library takes. */
export function composed(from: string, { to, subject, text, html, headers = {} }: Mail) {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    // Suppresses automatic replies, such as out-of-office notes.
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    xMailer: false as const,
    // Mails contain only text.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

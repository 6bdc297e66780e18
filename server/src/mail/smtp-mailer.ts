import { composed, MailError, type Mailer } from './mailer.js';
import type { SmtpServer } from './smtp-server.js';

const STEP_TIMEOUT_MS = 10_000;
const SEND_TIMEOUT_MS = 30_000;

/**
 * Sends mails by SMTP, each on its own connection. A login is never sent in clear text: without `smtps` the server must
 * offer STARTTLS with a valid certificate. Connections within this machine are not encrypted.
 */
export function smtpMailer(server: SmtpServer, from: string): Mailer {
  const options = {
    host: server.host,
    port: server.port,
    secure: server.isSecure,
    ignoreTLS: server.isHere,
    requireTLS: server.login !== null && !server.isHere,
    ...(server.login ? { auth: server.login } : {}),
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
  };
  return {
    async send(mail) {
      try {
        // Loaded with the first mail, for a faster start.
        const { createTransport } = await import('nodemailer');
        await createTransport(options).sendMail({
          ...composed(from, mail),
          signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        });
      } catch (error) {
        throw withoutAddress(error);
      }
    },
  };
}

/** Mail servers repeat the refused address, so only the codes of their replies are kept. */
function withoutAddress(error: unknown): MailError {
  const { code, command, responseCode } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const known = [code, command, responseCode].filter((part) => part !== undefined && part !== null);
  return new MailError(`The mail server did not take a mail: ${known.join(', ') || 'no code given'}.`);
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
/** The specification allows 24 to 64. */
const SECRET_BYTES = 32;

/** A new secret, in the form of Standard Webhooks. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The parts of a request that are signed. */
export interface SignedMessage {
  readonly id: string;
  /** In whole seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** The signature of a message: `v1,` and the HMAC-SHA256 in base64. */
export function signatureOf(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/**
 * Checks whether one of these signatures is that of the message, by one of the secrets.
 * @param signatures separated by spaces, as in `webhook-signature`
 */
export function isSignedBy(secrets: readonly string[], message: SignedMessage, signatures: string): boolean {
  const given = signatures.split(' ').map((signature) => Buffer.from(signature));
  return secrets
    .map((secret) => Buffer.from(signatureOf(secret, message)))
    .some((right) => given.some((each) => each.length === right.length && timingSafeEqual(each, right)));
}

/** The place of a webhook's secrets, for which they are sealed. */
export function placeOfSecret(userId: string, webhookId: string): string {
  return `webhooks ${userId} ${webhookId}`;
}

import * as z from 'zod/mini';

/**
 * better-auth takes the e-mails that Zod's pattern takes, and has no setting for others, such as `o&m@example.com`. Those
 * go through it under an alias, which the column of the e-mails turns back: nobody else ever sees it.
 */
const ALIAS = /^email-([0-9a-f]+)@alias\.invalid$/;
const ALIAS_END = '@alias.invalid';

/** The e-mail for better-auth. What looks like an alias gets one as well, so that none can be typed. */
export function aliasOf(email: string): string {
  const isTaken = z.safeParse(z.email(), email).success && !email.toLowerCase().endsWith(ALIAS_END);
  return isTaken ? email : `email-${Buffer.from(email.toLowerCase()).toString('hex')}${ALIAS_END}`;
}

export function emailOfAlias(text: string): string {
  const [, hex] = ALIAS.exec(text) ?? [];
  return hex === undefined ? text : Buffer.from(hex, 'hex').toString();
}

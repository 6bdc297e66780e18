import type { Transaction } from '../../../database/transaction.js';
import { newToken } from '../base/tokens.js';
import { findUserByEmail, insertUser, setPassword } from '../base/users.js';
import { replaceApp } from '../factors/authenticator-apps.js';
import { codeAt } from '../factors/totp.js';
import { passwordHashing } from '../passwords/password-hash.js';

/** The credentials of a login with both factors. */
export interface StaffLogin {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  /** The secret of an authenticator app, and its code now. */
  readonly appSecret: string;
  readonly code: string;
}

/**
 * Creates the user with this verified e-mail, if there is none, and gives them a new password and a new authenticator
 * app. Earlier ones no longer work.
 * @param secret of the market's servers
 */
export async function makeStaffLogin(
  tx: Transaction,
  { email, secret, nowMs }: { readonly email: string; readonly secret: string; readonly nowMs: number },
): Promise<StaffLogin> {
  const password = newToken();
  const hash = await passwordHashing.hash(password);
  const user =
    (await findUserByEmail(tx, email)) ??
    (await insertUser(tx, { name: 'Desk of the demonstration', email, isProved: true }));
  if (!user) {
    throw new Error(`The account of ${email} was created at the same moment.`);
  }
  await setPassword(tx, user.id, hash);
  const app = await replaceApp(tx, secret, user);
  return { userId: user.id, email, password, appSecret: app.secret, code: codeAt(app.secret, nowMs) };
}

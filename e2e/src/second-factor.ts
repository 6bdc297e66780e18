import { Secret, TOTP } from 'otpauth';
import { type Account, PASSWORD } from './accounts.js';
import type { Person } from './person.js';

const STEP_MS = 30_000;

/** What an authenticator app with this secret shows, so many time steps of half a minute from now. */
export function appCode(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** From the security page to the code that has to be scanned. @returns the app's secret */
export async function beginApp(person: Person): Promise<string> {
  await person.presses('Set up app');
  await person.types('PASSWORD', PASSWORD);
  await person.presses('CONTINUE');
  await person.page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const key = await person.page.locator('p', { hasText: 'Key' }).locator('+ p').innerText();
  return key.replaceAll(' ', '');
}

/** From the security page to the recovery codes. Of the app, the code of now is used. @returns the app's secret */
export async function turnAppOn(person: Person): Promise<string> {
  const secret = await beginApp(person);
  await person.types('CODE', appCode(secret));
  await person.presses('CONFIRM');
  await person.seesHeading('Your recovery codes');
  return secret;
}

/** The first step of a login, from the login page. */
export async function giveFirstProof(person: Person, { email }: Pick<Account, 'email'>): Promise<void> {
  await person.types('E-MAIL', email);
  await person.types('PASSWORD', PASSWORD);
  await person.presses('LOG IN');
}

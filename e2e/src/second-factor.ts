import { PASSWORD } from './accounts.js';
import { appCode } from './authenticator-app.js';
import type { Person } from './person.js';

/** Goes from the security page to the code to scan. @returns the app's secret */
export async function beginApp(person: Person): Promise<string> {
  await person.presses('Set up app');
  await person.typesByKey('PASSWORD', PASSWORD);
  await person.presses('CONTINUE');
  await person.page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const key = await person.page.locator('p', { hasText: 'Key' }).locator('+ p').innerText();
  return key.replaceAll(' ', '');
}

/** Goes from the security page to the recovery codes, with the app's current code. @returns the app's secret */
export async function turnAppOn(person: Person): Promise<string> {
  const secret = await beginApp(person);
  await person.typesByKey('CODE', appCode(secret));
  await person.presses('CONFIRM');
  await person.seesHeading('Your recovery codes');
  return secret;
}

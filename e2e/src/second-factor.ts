import { PASSWORD } from './accounts.js';
import { appCode } from './authenticator-app.js';
import type { Person } from './person.js';

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

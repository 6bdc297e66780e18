import { describe, expect, it } from 'vitest';
import { codeSentTo } from '../../server/test/identity/second-factor-user.js';
import { type Account, PASSWORD } from '../src/accounts.js';
import { appCode } from '../src/authenticator-app.js';
import type { Person } from '../src/person.js';
import { turnAppOn } from '../src/second-factor.js';
import { hold } from './support/network.js';
import { useShop } from './support/shop.js';

const shop = useShop();
const SECURITY = '/dashboard/settings/security';
const ASKED = "Confirm it's you";

async function logOutAndIn(person: Person, account: Account): Promise<void> {
  await person.logsOut();
  await person.isAt('/');
  await person.follows('Log In');
  await person.logsIn(account.email);
}

/** By links: a login that is not remembered would end with a new page load. */
async function goesToSecurity(person: Person): Promise<void> {
  await person.follows('Dashboard');
  await person.follows('Security');
  await person.seesHeading('Login & security');
}

/** The forms and dialogs alone are tested in `web/test`. */
describe('an authenticator app', () => {
  it('is required at the login until it is removed, except on a trusted device or with a recovery code', async () => {
    const { person, account } = await shop.trader({ isReady: false });
    await person.opens(SECURITY);
    const secret = await turnAppOn(person);
    const codes = await person.page.locator('ul.font-mono li').allInnerTexts();
    expect(codes).toHaveLength(10);
    await person.presses('I HAVE SAVED THEM');
    await person.sees('Turned on');
    await person.sees(/^10 left/);

    await logOutAndIn(person, account);
    await person.seesHeading(ASKED);
    const focused = (attribute: string) =>
      person.page.evaluate((name) => document.activeElement?.getAttribute(name), attribute);
    expect(await focused('autocomplete')).toBe('one-time-code');
    await person.page.keyboard.press('Escape');
    await person.heading(ASKED).waitFor({ state: 'detached' });
    await expect.poll(() => person.focused()).toBe('LOG IN');
    expect(person.place).toBe('/login');

    await person.presses('LOG IN');
    await person.types('CODE', appCode(secret, 1));
    await person.page.getByLabel("Don't ask again on this device for 30 days").check();
    const held = await hold(person.page, '/second-factor/confirm');
    await person.presses('CONFIRM');
    await held.arrive();
    await expect.poll(() => person.button('CANCEL').getAttribute('aria-disabled')).toBe('true');
    await person.button('CANCEL').click({ force: true });
    // Browsers let a second Escape close a dialog.
    for (let press = 0; press < 3; press += 1) {
      await person.page.keyboard.press('Escape');
    }
    expect(await person.heading(ASKED).isVisible(), 'a pending submission cannot be cancelled').toBe(true);
    await held.end();
    await person.isAt('/');
    await person.seesToast('Successfully logged in!');

    await person.follows('Dashboard');
    await logOutAndIn(person, account);
    await person.isAt('/');
    await person.link('Dashboard').waitFor();

    const elsewhere = await shop.visitor();
    await elsewhere.opens('/login');
    await elsewhere.logsIn(account.email);
    await elsewhere.page.getByRole('radio', { name: 'Recovery code' }).check();
    await elsewhere.types('CODE', codes[3] ?? '');
    await elsewhere.presses('CONFIRM');
    await elsewhere.isAt('/');
    await goesToSecurity(elsewhere);
    await elsewhere.sees(/^9 left/);
    await elsewhere.presses('New recovery codes');
    await elsewhere.types('PASSWORD', PASSWORD);
    await elsewhere.presses('MAKE NEW CODES');
    await elsewhere.seesHeading('Your recovery codes');
    const file = elsewhere.page.waitForEvent('download');
    await elsewhere.presses('Download');
    expect((await file).suggestedFilename()).toBe('perkex-recovery-codes.txt');
    await elsewhere.presses('I HAVE SAVED THEM');
    await elsewhere.sees(/^10 left/);

    await elsewhere.presses('Turn off app');
    await elsewhere.types('PASSWORD', PASSWORD);
    await elsewhere.presses('TURN OFF');
    await elsewhere.seesToast('Your authenticator app is turned off.');
    await elsewhere.button('Set up app').waitFor();
    await logOutAndIn(elsewhere, account);
    await elsewhere.isAt('/');
    expect(await elsewhere.heading(ASKED).count()).toBe(0);
  });
});

describe('a phone', () => {
  it('is set up with a code, and gets another one at the login', async () => {
    const { person, account } = await shop.trader({ isReady: false });
    await person.opens(SECURITY);
    await person.presses('Set up phone');
    await person.types('PHONE NUMBER', '+44 1632 960 123');
    await person.types('PASSWORD', PASSWORD);
    await person.presses('SEND CODE');
    await person.sees('+44 1632 960 123');
    await person.types('CODE', await codeSentTo(shop.app.outbox, '+441632960123'));
    await person.presses('CONFIRM');
    await person.presses('I HAVE SAVED THEM');
    await person.sees('Codes are sent to •••• 0123');
    await logOutAndIn(person, account);
    await person.sees('To your phone •••• 0123');
    await person.presses('Send code');
    await person.seesToast('A code is on its way.');
    await expect.poll(() => person.focused()).toBe('CODE');
    await person.types('CODE', await codeSentTo(shop.app.outbox, '+441632960123'));
    await person.presses('CONFIRM');
    await person.isAt('/');
    await person.link('Dashboard').waitFor();
  });
});

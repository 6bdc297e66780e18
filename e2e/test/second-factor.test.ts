import { describe, expect, it } from 'vitest';
import { codeSentTo, wrongAppCode } from '../../server/test/identity/second-factor-user.js';
import { type Account, PASSWORD } from '../src/accounts.js';
import { appCode } from '../src/authenticator-app.js';
import type { Person } from '../src/person.js';
import { turnAppOn } from '../src/second-factor.js';
import { failRequests } from './support/network.js';
import { useShop } from './support/shop.js';

const shop = useShop();
const SECURITY = '/dashboard/settings/security';
const ASKED = "Confirm it's you";

/** A person with an authenticator app, on the security page. */
async function personWithApp(): Promise<{
  person: Person;
  account: Account;
  secret: string;
  codes: string[];
}> {
  const { person, account } = await shop.trader({ isReady: false });
  await person.opens(SECURITY);
  const secret = await turnAppOn(person);
  const codes = await person.page.locator('ul.font-mono li').allInnerTexts();
  await person.presses('I HAVE SAVED THEM');
  return { person, account, secret, codes };
}

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

const sectionOf = (person: Person, name: string) => person.page.getByRole('region', { name });

describe('an authenticator app', () => {
  it('is set up with a code, and then required at the login until it is removed', async () => {
    const { person, account, secret, codes } = await personWithApp();
    expect(codes).toHaveLength(10);
    await person.sees('Turned on');
    await person.sees(/^10 left/);
    await logOutAndIn(person, account);
    await person.seesHeading(ASKED);
    await person.types('CODE', appCode(secret, 1));
    await person.presses('CONFIRM');
    await person.isAt('/');
    await person.seesToast('Successfully logged in!');
    await goesToSecurity(person);
    await person.presses('Turn off app');
    await person.types('PASSWORD', PASSWORD);
    await person.presses('TURN OFF');
    await person.seesToast('Your authenticator app is turned off.');
    await person.button('Set up app').waitFor();
    await logOutAndIn(person, account);
    await person.isAt('/');
    expect(await person.heading(ASKED).count()).toBe(0);
  });

  it('is not required on a trusted device', async () => {
    const { person, account, secret } = await personWithApp();
    await logOutAndIn(person, account);
    await person.types('CODE', appCode(secret, 1));
    await person.page.getByLabel("Don't ask again on this device for 30 days").check();
    await person.presses('CONFIRM');
    await person.isAt('/');
    await person.follows('Dashboard');
    await logOutAndIn(person, account);
    await person.isAt('/');
    await person.link('Dashboard').waitFor();
    const elsewhere = await shop.visitor();
    await elsewhere.opens('/login');
    await elsewhere.logsIn(account.email);
    await elsewhere.seesHeading(ASKED);
  });

  it('is required again after a wrong code; after too many the login starts over', async () => {
    const { account, secret } = await personWithApp();
    const wrong = wrongAppCode(secret);
    const visitor = await shop.visitor();
    visitor.expectsComplaint(/status of 40[01]/);
    await visitor.opens('/login');
    await visitor.logsIn(account.email);
    await visitor.seesHeading(ASKED);
    await visitor.presses('CONFIRM');
    await visitor.sees('Code is required');
    for (let turn = 0; turn < 5; turn += 1) {
      const answered = visitor.page.waitForResponse('**/second-factor/confirm');
      await visitor.types('CODE', wrong);
      await visitor.presses('CONFIRM');
      await answered;
      await visitor.seesToast(/is not right/);
      await visitor.sees('This code is not right. Please try again.');
    }
    await visitor.types('CODE', appCode(secret, 1));
    await visitor.presses('CONFIRM');
    await visitor.heading(ASKED).waitFor({ state: 'detached' });
    await visitor.presses('LOG IN');
    await visitor.seesHeading(ASKED);
    await visitor.types('CODE', appCode(secret, 1));
    await visitor.presses('CONFIRM');
    await visitor.isAt('/');
  });

  it('can be cancelled at the login by Escape, and the focus returns', async () => {
    const { account } = await personWithApp();
    const visitor = await shop.visitor();
    await visitor.opens('/login');
    await visitor.logsIn(account.email);
    await visitor.seesHeading(ASKED);
    const focused = () => visitor.page.evaluate(() => document.activeElement?.textContent);
    expect(await visitor.page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe(
      'one-time-code',
    );
    await visitor.page.keyboard.press('Escape');
    await visitor.heading(ASKED).waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('LOG IN');
    expect(visitor.place).toBe('/login');
  });

  it('can be replaced by a recovery code', async () => {
    const { account, codes } = await personWithApp();
    const visitor = await shop.visitor();
    await visitor.opens('/login');
    await visitor.logsIn(account.email);
    await visitor.page.getByRole('radio', { name: 'Recovery code' }).check();
    await visitor.types('CODE', codes[3] ?? '');
    await visitor.presses('CONFIRM');
    await visitor.isAt('/');
    await goesToSecurity(visitor);
    await visitor.sees(/^9 left/);
    await visitor.presses('New recovery codes');
    await visitor.types('PASSWORD', PASSWORD);
    await visitor.presses('MAKE NEW CODES');
    await visitor.seesHeading('Your recovery codes');
    const file = visitor.page.waitForEvent('download');
    await visitor.presses('Download');
    expect((await file).suggestedFilename()).toBe('perkex-recovery-codes.txt');
    await visitor.presses('I HAVE SAVED THEM');
    await visitor.sees(/^10 left/);
  });

  it('is not set up with a wrong password or a wrong code', async () => {
    const { person } = await shop.trader({ isReady: false });
    person.expectsComplaint(/status of 40[03]/);
    await person.opens(SECURITY);
    await person.presses('Set up app');
    await person.presses('CONTINUE');
    await person.seesFault('PASSWORD', 'Password is required');
    await person.types('PASSWORD', 'a wrong password');
    await person.presses('CONTINUE');
    await person.seesToast('This is not the password of your account.');
    await person.seesFault('PASSWORD', 'This is not the password of your account.');
    await expect.poll(() => person.focused()).toBe('PASSWORD');
    await person.types('PASSWORD', PASSWORD);
    await person.presses('CONTINUE');
    await person.presses('CONFIRM');
    await person.seesFault('CODE', 'Code is required');
    await person.types('CODE', '12345');
    await person.presses('CONFIRM');
    await person.seesToast('This code is not right. Please try again.');
    await person.seesFault('CODE', 'This code is not right. Please try again.');
    await expect.poll(() => person.focused()).toBe('CODE');
    await person.presses('BACK');
    await person.button('Set up app').waitFor();
    await expect.poll(() => person.focused()).toBe('Set up app');
  });
});

describe('a pending submission', () => {
  /** Holds the answers to these calls until released. */
  async function holdsBack({ page }: Person, calls: string): Promise<() => void> {
    let letGo = () => {};
    const held = new Promise<void>((done) => {
      letGo = done;
    });
    await page.route(calls, async (route) => {
      await held;
      await route.continue();
    });
    return letGo;
  }

  it('cannot be cancelled at the login', async () => {
    const { account, secret } = await personWithApp();
    const visitor = await shop.visitor();
    await visitor.opens('/login');
    await visitor.logsIn(account.email);
    await visitor.seesHeading(ASKED);
    const letGo = await holdsBack(visitor, '**/second-factor/confirm');
    await visitor.types('CODE', appCode(secret, 1));
    await visitor.presses('CONFIRM');
    await expect.poll(() => visitor.button('CANCEL').getAttribute('aria-disabled')).toBe('true');
    await visitor.button('CANCEL').click({ force: true });
    for (let press = 0; press < 3; press += 1) {
      await visitor.page.keyboard.press('Escape');
    }
    expect(await visitor.heading(ASKED).isVisible()).toBe(true);
    letGo();
    await visitor.isAt('/');
    await visitor.seesToast('Successfully logged in!');
  });

  it('cannot be cancelled on the security page either; before it, Escape goes back', async () => {
    const { person } = await shop.trader({ isReady: false });
    await person.opens(SECURITY);
    await person.presses('Set up app');
    await person.page.getByLabel('PASSWORD', { exact: true }).press('Escape');
    await person.button('Set up app').waitFor();
    await expect.poll(() => person.focused()).toBe('Set up app');
    await person.presses('Set up app');
    const letGo = await holdsBack(person, '**/second-factor/app/start');
    await person.types('PASSWORD', PASSWORD);
    await person.presses('CONTINUE');
    await expect.poll(() => person.button('BACK').getAttribute('aria-disabled')).toBe('true');
    await person.button('BACK').click({ force: true });
    await person.page.keyboard.press('Escape');
    expect(await person.button('CONTINUE').isVisible()).toBe(true);
    letGo();
    await person.page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  });
});

describe('recovery codes on the screen', () => {
  it('ask before the page is left, and return the focus to their section', async () => {
    const { person } = await shop.trader({ isReady: false });
    await person.opens(SECURITY);
    await turnAppOn(person);
    await person.follows('Profile');
    await person.seesHeading('Leave without your recovery codes?');
    await person.presses('STAY');
    await person.isAt(SECURITY);
    await person.seesHeading('Your recovery codes');
    const holdsAReload = () =>
      person.page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await holdsAReload()).toBe(true);
    await person.presses('I HAVE SAVED THEM');
    expect(await holdsAReload()).toBe(false);
    await expect.poll(() => person.focused()).toBe('SECOND FACTOR');
    await person.follows('Profile');
    await person.seesHeading('Profile');
  });

  it('can be left deliberately', async () => {
    const { person } = await shop.trader({ isReady: false });
    await person.opens(SECURITY);
    await turnAppOn(person);
    await person.follows('Profile');
    await person.presses('LEAVE');
    await person.seesHeading('Profile');
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
    await person.sees(/on its way to your phone/);
    await person.presses('BACK');
    expect(await person.page.getByLabel('PHONE NUMBER').inputValue()).toBe('+44 1632 960 123');
    await person.types('PASSWORD', PASSWORD);
    await person.presses('SEND CODE');
    await person.sees('+44 1632 960 123');
    expect(await person.button('Send again').getAttribute('aria-disabled')).toBe('true');
    await person.types('CODE', await codeSentTo(shop.app.outbox, '+441632960123'));
    await person.presses('CONFIRM');
    await person.seesHeading('Your recovery codes');
    await person.presses('I HAVE SAVED THEM');
    await person.sees('Codes are sent to •••• 0123');
    await logOutAndIn(person, account);
    await person.seesHeading(ASKED);
    await person.sees('To your phone •••• 0123');
    await person.presses('Send code');
    await person.seesToast('A code is on its way.');
    await expect.poll(() => person.focused()).toBe('CODE');
    expect(await person.button('Send again').getAttribute('aria-disabled')).toBe('true');
    await person.types('CODE', await codeSentTo(shop.app.outbox, '+441632960123'));
    await person.presses('CONFIRM');
    await person.isAt('/');
    await goesToSecurity(person);
    await person.presses('Turn off phone');
    await person.types('PASSWORD', PASSWORD);
    await person.presses('TURN OFF');
    await person.seesToast('Your phone is turned off.');
    await person.button('Set up phone').waitFor();
  });
});

describe('open sessions', () => {
  it('are listed and can be ended', async () => {
    const { person, account } = await shop.trader({ isReady: false });
    const second = await shop.visitor();
    await second.opens('/login');
    await second.logsIn(account.email);
    await second.isAt('/');
    await second.follows('Dashboard');
    await person.opens(SECURITY);
    const sessions = sectionOf(person, 'SESSIONS');
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(2);
    await sessions.getByText('This browser').waitFor();
    await sessions.getByRole('button', { name: 'End session of Chrome on Linux' }).click();
    await person.seesToast('The session of Chrome on Linux has ended.');
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
    second.expectsComplaint(/status of 401/);
    await second.follows('Security');
    await second.isAt('/login');
    await second.seesToast('Your session has ended. Please log in again.');
  });

  it('can all be ended at once, except this one', async () => {
    const { person, account } = await shop.trader({ isReady: false });
    for (const userAgent of ['Firefox/140.0', 'curl/8.5.0']) {
      await account.signInBy(userAgent);
    }
    await person.opens(SECURITY);
    const sessions = sectionOf(person, 'SESSIONS');
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(3);
    await person.presses('End all others');
    await person.seesToast('All other sessions have ended.');
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
    await person.button('End all others').waitFor({ state: 'detached' });
    await person.page.reload();
    await person.seesHeading('Login & security');
  });
});

describe('the security page', () => {
  it('opens from the settings and the menu, at both of its addresses', async () => {
    const { person, account } = await shop.trader({ isReady: false });
    await person.opens('/dashboard/settings');
    await person.follows('Login & security');
    await person.isAt(SECURITY);
    await person.seesHeading('Login & security');
    expect(await person.page.title()).toBe('Login & security | PerkeX');
    expect(await person.page.locator('nav [aria-current=page]').allInnerTexts()).toEqual(['Security']);
    await person.follows('Settings');
    await person.follows('Security');
    await person.isAt(SECURITY);
    await person.opens(`/dashboard/${account.uid}/settings/security`);
    await person.sees(account.email);
    await person.sees('Not linked');
  });

  it('shows an error when it cannot be loaded, and tries again', async () => {
    const { person } = await shop.trader({ isReady: false });
    person.expectsComplaint(/ERR_FAILED/);
    const recover = await failRequests(person.page, '**/api/auth/security');
    await person.opens(SECURITY);
    await person.sees('This page could not be loaded.');
    recover();
    await person.presses('Try again');
    await sectionOf(person, 'SECOND FACTOR').waitFor();
  });
});

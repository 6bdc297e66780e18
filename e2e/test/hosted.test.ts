import { SYSTEM_CLOCK } from '@perkex/server/clock/system-clock.js';
import { firebaseIdentity } from '@perkex/server/identity/firebase/firebase-identity.js';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newEmail, PASSWORD } from '../src/accounts.js';
import type { Person } from '../src/person.js';
import { useEmulator } from './support/emulator.js';
import { standInForGoogle } from './support/gapi-stand-in.js';
import { hostedAccount } from './support/hosted-market.js';
import { openPort } from './support/hosted-port.js';
import { named } from './support/named.js';
import { failRequests } from './support/network.js';
import { useShop } from './support/shop.js';

/**
 * The real pages with Firebase's real client, against Google's own Auth emulator. One person walks through several
 * steps, because a new browser costs more than a step.
 */

const emulator = useEmulator();
const openIdentity = () =>
  firebaseIdentity(
    { ...emulator.setup, emulatorHost: emulator.host },
    { requiresEmailProof: false, clock: SYSTEM_CLOCK },
  );
const shop = useShop({
  openIdentity,
  settings: () => ({
    AUTH_PROVIDER: 'firebase',
    FIREBASE_API_KEY: emulator.setup.apiKey,
    FIREBASE_AUTH_DOMAIN: emulator.setup.authDomain,
    FIREBASE_PROJECT_ID: emulator.setup.projectId,
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
  }),
});

/** The file with Firebase's client. */
const CLIENT = /firebase-provider/;

async function arrive(options: { hasOwnClock?: boolean } = {}): Promise<Person> {
  const person = await shop.visitor(options);
  await standInForGoogle(person.context);
  return person;
}

async function logIn(person: Person, email: string, options: { remember?: boolean } = {}): Promise<void> {
  await person.logsIn(email, options);
  await person.link('Dashboard').waitFor();
}

async function logOut(person: Person): Promise<void> {
  await person.logsOut();
  await person.isAt('/');
  await person.link('Log In').waitFor();
  // A complaint about a refused read belongs to this step.
  await person.seesAllOfIt();
}

/** A step of a walk. Its error names it, and the browser complains only as expected. */
async function step(
  person: Person,
  name: string,
  run: () => Promise<void>,
  complaint?: RegExp,
): Promise<void> {
  if (complaint) {
    person.expectsComplaint(complaint);
  }
  const earlier = person.complaints.length;
  await named(name, async () => {
    await run();
    const complaints = person.complaints.slice(earlier).filter((text) => !complaint?.test(text));
    expect(complaints).toEqual([]);
  });
}

const REFUSED = /status of 400/;
/** The reads that are under way at a logout. */
const LOGGED_OUT = /status of 401/;

async function reloadLoggedIn(person: Person): Promise<void> {
  await person.page.reload();
  await person.follows('Dashboard');
  await person.seesHeading('Profile');
}

/** The names of all that the site has stored in the browser. */
const storedKeys = (person: Person) => person.page.evaluate(() => Object.keys(localStorage).join());

/** The site's page with Firebase's side of the port, of a visitor. */
async function openPortOf(person: Person) {
  await person.opens('/');
  return openPort(person.page, openIdentity().setup);
}

/** The popup that the button opens, in which the emulator replaces GitHub. */
async function opensGithub(person: Person): Promise<Page> {
  const opening = person.page.waitForEvent('popup');
  await person.presses('Continue with GitHub');
  const popup = await opening;
  await popup.getByRole('button', { name: /Add new account/ }).waitFor();
  return popup;
}

/**
 * Firebase treats GitHub's e-mails as unverified and asks; the emulator treats them as verified unless `isProven` is
 * false.
 */
async function isSomebodyAtGithub(popup: Page, email: string, { isProven = true } = {}) {
  await popup.getByRole('button', { name: /Add new account/ }).click();
  await popup.locator('#email-input').fill(email);
  await popup.locator('#display-name-input').fill('Ada Lovelace');
  if (!isProven) {
    await popup.evaluate(() => {
      const page = window as unknown as { createFakeClaims(info: object): string };
      const makeClaims = page.createFakeClaims;
      page.createFakeClaims = (info) => makeClaims(info).replace('verified%22%3Atrue', 'verified%22%3Afalse');
    });
  }
  await popup.locator('#sign-in').click();
}

const linkDialog = (person: Person) =>
  person.page
    .getByRole('dialog')
    .filter({ hasText: 'Please input your account password in order to link it with github' });

it('signs a new user up, but not with an e-mail that has an account', async () => {
  const { email } = await hostedAccount(emulator, shop);
  const person = await arrive();
  await person.opens('/register');

  await step(
    person,
    'refuses an e-mail that has an account, with the reason',
    async () => {
      await person.types('E-MAIL', email);
      await person.types('PASSWORD', PASSWORD);
      await person.presses('SIGN UP');
      await person.seesToast(/^The email address is already in use by another account/);
      expect(person.place).toBe('/register');
    },
    REFUSED,
  );

  await step(person, 'creates an account, keeps the user logged in, and says so on Home', async () => {
    await person.types('E-MAIL', newEmail());
    await person.types('PASSWORD', PASSWORD);
    await person.presses('SIGN UP');
    await person.isAt('/');
    await person.seesToast('Successfully signed up and logged in!');
    await reloadLoggedIn(person);
    await person.follows('Settings');
    await person.seesHeading('General Settings');
  });
});

it('logs in for as long as the user chooses, in all tabs, and out again', async () => {
  const { email } = await hostedAccount(emulator, shop);
  const { id } = await shop.product();
  const person = await arrive();
  // Each file is fetched once, and later imports come from the browser's cache.
  const scripts = new Set<string>();
  person.page.on('request', (request) => scripts.add(request.url()));
  const clients = () => [...scripts].filter((url) => CLIENT.test(url));

  await step(person, 'loads its client only when needed', async () => {
    await person.opens('/');
    await person.seesHeading('Trending Sneakers');
    await person.opens(`/product/${id}`);
    await person.page.getByRole('heading', { level: 1 }).waitFor();
    expect(clients()).toEqual([]);
    await person.opens('/login');
    await person.seesHeading('LOG IN');
    await expect.poll(clients).toHaveLength(1);
  });

  await step(
    person,
    'shows an error when the client cannot be loaded, and works once it can',
    async () => {
      const recover = await failRequests(person.page, CLIENT);
      await person.opens('/login');
      await person.logsIn(email);
      await person.seesToast(/connection/);
      recover();
      await person.opens('/login');
    },
    /ERR_FAILED/,
  );

  await step(
    person,
    "shows Firebase's message without its prefix for a wrong password",
    async () => {
      await person.logsIn(email, { password: 'a wrong password' });
      const toast = person.page.locator('.Toastify__toast--warning');
      await toast.waitFor();
      expect(await toast.innerText()).toMatch(/^The password is invalid .* \(auth\/wrong-password\)\.$/);
      expect(person.place).toBe('/login');
      await person.types('PASSWORD', PASSWORD);
      await person.presses('LOG IN');
      await person.isAt('/');
    },
    REFUSED,
  );

  await step(person, "ends with a reload without 'Remember Me', and leaves no state behind", async () => {
    await person.link('Dashboard').waitFor();
    expect(await storedKeys(person)).toContain('firebase:authUser');
    await person.page.reload();
    await person.link('Log In').waitFor();
    await expect.poll(() => storedKeys(person)).not.toContain('firebase:authUser');
  });

  await step(person, "lasts across a reload with 'Remember Me'", async () => {
    await person.follows('Log In');
    await logIn(person, email, { remember: true });
    await person.seesToast('Successfully logged in!');
    await reloadLoggedIn(person);
  });

  await step(
    person,
    'a logout removes the login here and at Firebase',
    async () => {
      await logOut(person);
      expect(await storedKeys(person)).not.toContain('authUser');
    },
    LOGGED_OUT,
  );

  await step(
    person,
    "is shared by open tabs without 'Remember Me'",
    async () => {
      await person.follows('Log In');
      await logIn(person, email);
      const second = await person.newTab();
      await second.opens('/dashboard/settings');
      await second.seesHeading('General Settings');
      await reloadLoggedIn(person);
      await logOut(person);
      await second.isAt('/');
      await second.link('Log In').waitFor();
      await second.page.close();
    },
    LOGGED_OUT,
  );
});

it('sends the token with each call, until the user is disabled at Firebase', async () => {
  const { id, name } = await shop.product();
  const account = await hostedAccount(emulator, shop);
  const person = await arrive();
  await person.opens('/login');
  await logIn(person, account.email, { remember: true });

  await step(person, 'a bid is placed and becomes a purchase', async () => {
    await person.opens(`/buy/${id}?size=9`);
    await person.types('Enter Bid', '210');
    await person.presses('Review Bid');
    await person.presses('PLACE BID');
    await person.isAt('/dashboard/buying');
    await person.seesToast(`Your bid of 210$ for ${name}, size 9 is placed.`);
    await person.page.getByRole('row').filter({ hasText: name }).waitFor();
    const seller = await hostedAccount(emulator, shop);
    expect(await (await seller.order('ask', { name, size: '9', price: 200 })).text()).toMatch(/sold/);
    await person.page.reload();
    await person.page.getByRole('tab', { name: 'Puchases' }).click();
    await person.page.getByRole('row').filter({ hasText: name }).waitFor();
  });

  await step(
    person,
    'the login ends when the user is disabled',
    async () => {
      await emulator.change(account.uid, { disableUser: true });
      await person.page.evaluate(() => {
        const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser')) ?? '';
        const user = JSON.parse(localStorage.getItem(key) ?? '{}');
        user.stsTokenManager.expirationTime = 0;
        localStorage.setItem(key, JSON.stringify(user));
      });
      await person.opens('/dashboard/settings');
      await person.isAt('/login');
      await person.seesToast('Your session has ended. Please log in again.');
    },
    /status of 40\d/,
  );
});

it('resets a forgotten password by the link in the mail, which works once', async () => {
  const { email } = await hostedAccount(emulator, shop);
  const person = await arrive();
  person.expectsComplaint(REFUSED);
  const asksFor = async (address: string) => {
    await person.opens('/forgot-password');
    await person.types('E-MAIL', address);
    await person.presses('RESET PASSWORD');
    await person.seesToast('Successfully sent reset email!');
  };
  await step(person, 'gives the same answer for an unknown e-mail', () => asksFor(newEmail()), REFUSED);

  await asksFor(email);
  await expect.poll(() => emulator.mailTo(email)).not.toBeNull();
  const mail = (await emulator.mailTo(email))!;
  expect(mail.link.searchParams.get('continueUrl')).toBe(`${shop.url}/login`);
  // The address in a project's own mails; the emulator's link to a page of its own.
  const place = `/reset-password?oobCode=${mail.code}`;
  await person.opens(place);
  await person.types('PASSWORD', 'another password');
  await person.presses('RESET PASSWORD');
  await person.isAt('/login');
  await person.seesToast('Successfully set new password!');

  await person.opens(place);
  await person.types('PASSWORD', 'a third password');
  await person.presses('RESET PASSWORD');
  await person.seesToast(/^The action code is invalid/);
  await person.opens('/login');
  await person.logsIn(email, { password: 'another password' });
  await person.isAt('/');
});

it('logs in by GitHub, and links it by the password to the account with the same e-mail', async () => {
  const person = await arrive({ hasOwnClock: true });
  await person.opens('/login');

  await step(person, 'ends with a message when the popup is closed or another one is opened', async () => {
    await opensGithub(person);
    const second = await opensGithub(person);
    await person.seesToast(
      /^This operation has been cancelled due to another conflicting popup being opened/,
    );
    await second.close();
    // Firebase checks every two seconds, and then waits for an answer that may still arrive.
    await person.passes(12_000);
    await person.seesToast(/^The popup has been closed by the user/);
    expect(person.place).toBe('/login');
  });

  await step(
    person,
    'is linked by the password to the account with the same e-mail',
    async () => {
      const { email, uid } = await hostedAccount(emulator, shop);
      await isSomebodyAtGithub(await opensGithub(person), email, { isProven: false });
      const dialog = linkDialog(person);
      await dialog.getByLabel('PASSWORD', { exact: true }).fill('a wrong password');
      await dialog.getByRole('button', { name: 'LINK', exact: true }).click();
      await person.seesToast(/^The password is invalid/);
      await dialog.getByLabel('PASSWORD', { exact: true }).fill(PASSWORD);
      await dialog.getByRole('button', { name: 'LINK', exact: true }).click();
      await person.seesToast('Successfuly linked your account with github!');
      await person.isAt('/');
      await person.opens(`/dashboard/${uid}/settings`);
      await person.seesHeading('General Settings');
    },
    REFUSED,
  );
  await step(person, 'logs out', () => logOut(person), LOGGED_OUT);

  await step(person, 'keeps the user logged in after a popup', async () => {
    await person.follows('Log In');
    const popup = await opensGithub(person);
    await isSomebodyAtGithub(popup, newEmail());
    await person.isAt('/');
    await person.seesToast('Successfully signed with github!');
    expect(popup.isClosed()).toBe(true);
    await reloadLoggedIn(person);
  });
  await step(person, 'logs out', () => logOut(person), LOGGED_OUT);

  const port = await openPortOf(person);
  const link = (password: string) =>
    port.evaluate((provider, given) => provider.linkWithPassword(given), password);
  const beginLink = async (email: string) => {
    const opening = person.page.waitForEvent('popup');
    const signingIn = port.evaluate((provider) => provider.signInWithGithub(Promise.resolve()));
    await isSomebodyAtGithub(await opening, email, { isProven: false });
    return signingIn;
  };

  await step(
    person,
    'the port links GitHub to the account with its e-mail, only with the password',
    async () => {
      const email = newEmail();
      const { uid } = await emulator.signUp(email, PASSWORD);
      await expect(link(PASSWORD)).rejects.toThrow('sign in with GitHub again');

      expect(await beginLink(email)).toEqual({ link: { email } });
      await expect(link('a wrong password')).rejects.toThrow('auth/wrong-password');
      expect(await link(PASSWORD)).toEqual({ user: { id: uid } });
      expect(await port.evaluate(({ own }) => own.security())).toMatchObject({
        hasPassword: true,
        github: 'Ada Lovelace',
      });
      await expect(link(PASSWORD)).rejects.toThrow('sign in with GitHub again');
      const unlink = (password: string) =>
        port.evaluate(({ own }, given) => own.unlinkGithub({ password: given }), password);
      await expect(unlink('a wrong password')).rejects.toThrow('auth/wrong-password');
      await unlink(PASSWORD);
      expect(await port.evaluate(({ own }) => own.security())).toMatchObject({
        hasPassword: true,
        github: null,
      });
      await port.evaluate((provider) => provider.signOut());
    },
    REFUSED,
  );

  await step(
    person,
    'the port discards a pending link after ten minutes, and when another login begins',
    async () => {
      const email = newEmail();
      await emulator.signUp(email, PASSWORD);
      await beginLink(email);
      await person.page.clock.fastForward(10 * 60_000 + 1_000);
      await expect(link(PASSWORD)).rejects.toThrow('sign in with GitHub again');

      await beginLink(email);
      const other = { email: newEmail(), password: PASSWORD, remember: true };
      await expect(port.evaluate((provider, given) => provider.signIn(given), other)).rejects.toThrow(
        'auth/user-not-found',
      );
      await expect(link(PASSWORD)).rejects.toThrow('sign in with GitHub again');
    },
    REFUSED,
  );

  await step(person, 'the port refuses features that Firebase does not offer', async () => {
    await expect(port.evaluate(({ own }) => own.endOtherSessions())).rejects.toThrow(
      'Firebase: That is not available here.',
    );
    await expect(port.evaluate(({ own }) => own.startApp({ password: '' }))).rejects.toThrow('not available');
  });
});

const PHONE = '+15555550100';
/** The emulator has no reCAPTCHA; Firebase's client continues without it. */
const PHONE_COMPLAINT = /status of 400|status of 501 .*recaptchaConfig/;

/** The first code sent after another one. */
async function newCode(before: string | null): Promise<string> {
  await expect.poll(() => emulator.codeTo(PHONE)).not.toBe(before);
  return (await emulator.codeTo(PHONE)) ?? '';
}

it('a phone as second factor can be activated, is required at the login, and can be removed', async () => {
  const account = await hostedAccount(emulator, shop);
  const person = await arrive();
  await person.opens('/login');
  await logIn(person, account.email, { remember: true });

  await step(
    person,
    'on the screens',
    async () => {
      await emulator.change(account.uid, { emailVerified: true });
      await person.opens('/dashboard/settings/security');
      await person.presses('Set up phone');
      const before = await emulator.codeTo(PHONE);
      await person.types('PHONE NUMBER', '+1 (555) 555-0100');
      await person.types('PASSWORD', PASSWORD);
      await person.presses('SEND CODE');
      await person.sees(/on its way to your phone/);
      const first = await newCode(before);
      await person.types('CODE', first);
      await person.presses('CONFIRM');
      await person.seesToast('Your phone is turned on.');
      await person.sees('Codes are sent to •••• 0100');
      await logOut(person);

      await person.follows('Log In');
      await person.logsIn(account.email, { remember: true });
      await person.seesHeading("Confirm it's you");
      expect(await person.page.getByLabel(/Don't ask again/).count()).toBe(0);
      await person.sees('To your phone •••• 0100');
      await person.presses('Send code');
      await person.seesToast('A code is on its way.');
      const second = await newCode(first);
      await person.types('CODE', '000000');
      await person.presses('CONFIRM');
      await person.seesToast(/auth\/invalid-verification-code/);
      await person.types('CODE', second);
      await person.presses('CONFIRM');
      await person.isAt('/');
      await person.seesToast('Successfully logged in!');
      await person.opens('/dashboard/settings/security');
      await person.presses('Turn off phone');
      await person.types('PASSWORD', PASSWORD);
      await person.presses('TURN OFF');
      await person.seesToast('Your phone is turned off.');
    },
    PHONE_COMPLAINT,
  );

  await logOut(person);
  const port = await openPortOf(person);
  await step(
    person,
    'at the port, as far as the screens do not show it',
    async () => {
      const email = newEmail();
      const { uid } = await emulator.signUp(email, PASSWORD);
      const credentials = { email, password: PASSWORD, remember: true };
      const start = () =>
        port.evaluate(({ own }, given) => own.startPhone(given), { password: PASSWORD, phone: PHONE });
      const read = () => port.evaluate(({ own }) => own.security());
      const signIn = () => port.evaluate((provider, given) => provider.signIn(given), credentials);

      await signIn();
      expect(await read()).toEqual({
        email,
        hasPassword: true,
        github: null,
        phone: null,
        app: null,
        recoveryCodes: null,
        sessions: null,
      });
      await expect(start()).rejects.toThrow('Firebase: Please confirm your e-mail first');
      expect((await emulator.mailTo(email))?.link.searchParams.get('mode')).toBe('verifyEmail');
      await emulator.change(uid, { emailVerified: true });
      await expect(
        port.evaluate(({ own }, phone) => own.startPhone({ password: 'a wrong password', phone }), PHONE),
      ).rejects.toThrow(/^.*Firebase: The password is invalid/);
      const before = await emulator.codeTo(PHONE);
      await start();
      const first = await newCode(before);
      await expect(port.evaluate(({ own }) => own.confirmPhone({ code: '000000' }))).rejects.toThrow(
        'auth/invalid-verification-code',
      );
      expect(await port.evaluate(({ own }, code) => own.confirmPhone({ code }), first)).toEqual({
        recoveryCodes: [],
      });
      expect(await read()).toMatchObject({ phone: '•••• 0100' });
      await port.evaluate((provider) => provider.signOut());

      expect(await signIn()).toEqual({
        secondFactor: { factors: ['phone'], phone: '•••• 0100', mayTrustDevice: false },
      });
      const proof = { factor: 'phone', code: '000000', trustDevice: false } as const;
      await expect(
        port.evaluate((provider, given) => provider.confirmSecondFactor(given), proof),
      ).rejects.toThrow('Please have a code sent');
    },
    PHONE_COMPLAINT,
  );
});

import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { githubPerson, openGithubStandIn } from '../../server/test/identity/github-stand-in.js';
import { PASSWORD } from '../src/accounts.js';
import type { Person } from '../src/person.js';
import { useShop } from './support/shop.js';

const github = await openGithubStandIn();
afterAll(() => github.close());
const shop = useShop({
  github: github.settings,
  settings: () => ({
    GITHUB_CLIENT_ID: github.settings.clientId,
    GITHUB_CLIENT_SECRET: github.settings.clientSecret,
    GITHUB_URL: github.settings.url,
    GITHUB_API_URL: github.settings.apiUrl,
  }),
});

const BUTTON = 'Continue with GitHub';
const PROMPT = 'Please input your account password in order to link it with github';
const LINKED = 'Successfuly linked your account with github!';

beforeEach(() => {
  github.person = githubPerson();
});

/** Presses the button. @returns the popup, showing GitHub's page */
async function opensPopup(person: Person): Promise<Page> {
  const opening = person.page.waitForEvent('popup');
  await person.presses(BUTTON);
  const popup = await opening;
  await popup.getByRole('heading', { name: 'Authorize PerkeX' }).waitFor();
  return popup;
}

async function agrees(popup: Page): Promise<void> {
  const closing = popup.waitForEvent('close');
  await popup.getByRole('link', { name: 'Authorize' }).click();
  await closing;
}

async function atLogin(): Promise<Person> {
  const visitor = await shop.visitor();
  await visitor.opens('/login');
  return visitor;
}

const challenges = async () =>
  (await shop.app.database.pool.query('select purpose from identity_challenges')).rows;
const users = async () => (await shop.app.database.pool.query('select 1 from identity_users')).rowCount;

describe('GitHub', () => {
  it('keeps the login after a popup of 500 by 600', async () => {
    const visitor = await atLogin();
    const features = await openedFeatures(visitor);
    await agrees(await opensPopup(visitor));
    await visitor.isAt('/');
    await visitor.seesToast('Successfully signed with github!');
    await visitor.page.reload();
    await visitor.follows('Dashboard');
    await visitor.seesHeading('Profile');
    expect(await features()).toMatch(/width=500,height=600/);
    expect(await challenges()).toEqual([]);
  });

  it('gives up two seconds after the popup is closed and leaves no state behind', async () => {
    const visitor = await atLogin();
    const before = await users();
    const popup = await opensPopup(visitor);
    const cancelled = visitor.page.waitForResponse('**/api/auth/github/cancel');
    const closedAtMs = performance.now();
    await popup.close();
    await visitor.seesToast('The popup was closed before you had signed in.');
    expect(performance.now() - closedAtMs).toBeGreaterThan(1_900);
    await cancelled;
    expect([await challenges(), await users()]).toEqual([[], before]);
  });

  it('allows one popup at a time: a new one cancels the previous one', async () => {
    const visitor = await atLogin();
    const first = await opensPopup(visitor);
    const closing = first.waitForEvent('close');
    const second = await opensPopup(visitor);
    await closing;
    await visitor.seesToast('This sign-in was replaced by a newer one.');
    await agrees(second);
    await visitor.isAt('/');
    await visitor.seesToast('Successfully signed with github!');
  });

  it('accepts messages only from its own popup, after its return to our server', async () => {
    const visitor = await atLogin();
    const finished: string[] = [];
    visitor.page.on('request', (request) => {
      if (request.url().endsWith('/github/finish')) {
        finished.push(request.url());
      }
    });
    const popup = await opensPopup(visitor);
    // From GitHub's origin, and from our own origin but another window.
    await popup.evaluate(() => window.opener?.postMessage({ type: 'perkex:github-returned' }, '*'));
    await visitor.page.evaluate(() => window.postMessage({ type: 'perkex:github-returned' }, '*'));
    await visitor.page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
    expect(finished).toEqual([]);
    await agrees(popup);
    await visitor.isAt('/');
    expect(finished).toHaveLength(1);
  });

  it('leaves no code in the final address of the popup', async () => {
    const visitor = await shop.visitor();
    visitor.expectsComplaint(/may close only the windows/);
    await visitor.opens('/api/auth/github/callback?code=a-code&state=a-state');
    await visitor.sees('You can close this window and go on in PerkeX.');
    await visitor.isAt('/api/auth/github/callback');
  });
});

describe('an account with a password and the same e-mail as at GitHub', () => {
  async function atPrompt(): Promise<{ visitor: Person; uid: string }> {
    const { email, uid } = await shop.account();
    github.person = githubPerson({ email });
    const visitor = await atLogin();
    await agrees(await opensPopup(visitor));
    await visitor.page.getByRole('dialog', { name: PROMPT }).waitFor();
    return { visitor, uid };
  }

  const dialogOf = ({ page }: Person) => page.getByRole('dialog', { name: PROMPT });
  const githubLogins = async (uid: string) =>
    (
      await shop.app.database.pool.query(
        `select 1 from identity_logins where provider_id = 'github' and user_id = $1`,
        [uid],
      )
    ).rowCount;

  it('is linked after its password is entered', async () => {
    const { visitor, uid } = await atPrompt();
    await dialogOf(visitor).getByLabel('PASSWORD').fill(PASSWORD);
    await dialogOf(visitor).getByRole('button', { name: 'LINK' }).click();
    await visitor.isAt('/');
    await visitor.seesToast(LINKED);
    expect(await githubLogins(uid)).toBe(1);

    const again = await atLogin();
    await agrees(await opensPopup(again));
    await again.seesToast('Successfully signed with github!');
  });

  it('can be unlinked on the security page with the password', async () => {
    const { visitor, uid } = await atPrompt();
    visitor.expectsComplaint(/status of 403/);
    await dialogOf(visitor).getByLabel('PASSWORD').fill(PASSWORD);
    await visitor.page.keyboard.press('Enter');
    await visitor.isAt('/');
    await visitor.follows('Dashboard');
    await visitor.follows('Security');
    await visitor.presses('Unlink GitHub');
    await visitor.presses('UNLINK');
    await visitor.seesFault('PASSWORD', 'Password is required');
    await visitor.types('PASSWORD', 'not this one');
    await visitor.presses('UNLINK');
    await visitor.seesFault('PASSWORD', 'This password is incorrect.');
    expect(await githubLogins(uid)).toBe(1);
    await visitor.types('PASSWORD', PASSWORD);
    await visitor.presses('UNLINK');
    await visitor.seesToast('GitHub has been unlinked.');
    await expect.poll(() => visitor.focused()).toBe('LOGIN METHODS');
    await visitor.sees('Not linked');
    expect(await visitor.button('Unlink GitHub').count()).toBe(0);
    expect(await githubLogins(uid)).toBe(0);
  });
});

/** Records the features with which the page opens its popup. */
async function openedFeatures({ page }: Person): Promise<() => Promise<string | undefined>> {
  await page.evaluate(() => {
    const open = window.open.bind(window);
    window.open = (url, target, features) => {
      document.documentElement.dataset.features = features ?? '';
      return open(url, target, features);
    };
  });
  let features: string | undefined;
  page.on('popup', () => {
    void page
      .evaluate(() => document.documentElement.dataset.features)
      .then((noted) => {
        features = noted;
      });
  });
  return async () => features;
}

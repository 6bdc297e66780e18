import type { Screen } from './order-screens.js';
import { beginApp, turnAppOn } from './second-factor.js';
import { WEBHOOK_SCREENS } from './webhook-screens.js';

const BROWSERS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
];
const SECURITY = '/dashboard/settings/security';

/** The security settings of an account, and the steps of logging in to it. */
export const SECURITY_SCREENS: readonly Screen[] = [
  {
    name: 'security',
    path: SECURITY,
    hasOwnAccount: true,
    async prepare(person, account) {
      await Promise.all(BROWSERS.map((userAgent) => account.signInBy(userAgent)));
      await person.page.reload();
    },
  },
  {
    name: 'security-app',
    path: SECURITY,
    async prepare(person) {
      await beginApp(person);
    },
  },
  {
    name: 'security-codes',
    leavesTraces: true,
    path: SECURITY,
    hasOwnAccount: true,
    async prepare(person) {
      await turnAppOn(person);
    },
  },
  {
    name: 'security-on',
    leavesTraces: true,
    path: SECURITY,
    hasOwnAccount: true,
    async prepare(person) {
      await turnAppOn(person);
      await person.presses('I HAVE SAVED THEM');
    },
  },
  {
    name: 'security-delete',
    path: SECURITY,
    async prepare(person) {
      await person.presses('Delete account');
      await person.seesHeading('Delete your account?');
    },
  },
  {
    name: 'keys-made',
    leavesTraces: true,
    path: '/dashboard/settings/keys',
    hasOwnAccount: true,
    async prepare(person) {
      await person.presses('Make a key');
      await person.page.getByLabel('Name', { exact: true }).fill('Price bot');
      await person.page.getByLabel('Trade').check();
      await person.page.getByLabel('Dollars a day').fill('2000');
      await person.presses('Make the key');
      await person.sees(/^pkx_live_/);
    },
  },
  {
    name: 'second-factor',
    leavesTraces: true,
    path: SECURITY,
    hasOwnAccount: true,
    complaint: /status of 4/,
    async prepare(person, account) {
      await turnAppOn(person);
      await person.presses('Logout');
      await person.isAt('/');
      await person.opens('/login');
      await person.logsIn(account.email);
      await person.seesHeading("Confirm it's you");
      await person.typesByKey('CODE', '000000');
      await person.presses('CONFIRM');
      await person.sees(/is not right/);
    },
  },
  ...WEBHOOK_SCREENS,
];

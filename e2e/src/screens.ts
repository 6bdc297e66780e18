import { PAGES, type PageRecord } from '@perkex/contract/pages.js';
import { pathOf } from '@perkex/contract/path-of.js';
import { addDays, dayAt } from '@perkex/core/figures/days.js';
import { SHIPPING } from './accounts.js';
import { dealScreens } from './deal-screens.js';
import { deskScreens } from './desk-screens.js';
import { moneyScreens } from './money-screens.js';
import { orderScreens, type Screen } from './order-screens.js';
import { answersCalls } from './page-answers.js';
import { panelScreens } from './panel-screens.js';
import type { Person } from './person.js';
import { SECURITY_SCREENS } from './security-screens.js';
import { sellingScreens } from './selling-screens.js';
import { stateScreens } from './state-screens.js';
import { watchingScreens } from './watching-screens.js';

/** A product of the demonstration market with asks and bids in this size. */
const PRODUCT = 1;
const SIZE = '9';
const NOT_FOUND = /status of 404/;
const BAD_CODE = /status of 400/;

/** Chooses size 9 and EU sizes in the size chart, which stays open. */
async function saysSize(person: Person): Promise<void> {
  await person.page.getByRole('button', { name: /^Size/ }).click();
  await person.presses('Find your size');
  await person.page.getByLabel('Show sizes in').selectOption('eu');
  const size = person.button('9, my size');
  // Pressing it again would clear it.
  if ((await size.getAttribute('aria-pressed')) === 'false') {
    await size.click();
  }
  await person.sees(/^Your size is US 9\./);
}

/** The screens that have several states, or need a preparation. */
const PREPARED: readonly Screen[] = [
  { name: 'home', path: '/', isForVisitors: true },
  { name: 'home-logged-in', path: '/' },
  {
    name: 'home-search',
    path: '/',
    async prepare(person) {
      const opener = person.button('Open the search');
      if (await opener.isVisible()) {
        await opener.click();
      }
      await person.page.getByPlaceholder('Search for sneaker').fill('jordan 1');
      await person.page
        .getByText(/sneakers/)
        .first()
        .waitFor();
    },
  },
  { name: 'browse', path: '/browse', isForVisitors: true },
  { name: 'browse-chosen', path: '/browse?brand=nike&brand=xyz&size=9&from=100', isForVisitors: true },
  { name: 'browse-nothing', path: '/browse?brand=jordan&size=9&colour=pink&from=900', isForVisitors: true },
  { name: 'browse-close', path: '/browse?q=jordn%204%20bredd', isForVisitors: true },
  {
    name: 'browse-filters',
    path: '/browse?brand=nike',
    isForVisitors: true,
    async prepare(person) {
      const opener = person.button(/^Filters/);
      if (await opener.isVisible()) {
        await opener.click();
        await person.button(/^Show \d/).waitFor();
      }
    },
  },
  {
    name: 'model-unknown',
    path: '/brands/jordan/nothing',
    isForVisitors: true,
    complaint: NOT_FOUND,
  },
  { name: 'help-unknown', path: '/help/nothing', isForVisitors: true, complaint: NOT_FOUND },
  { name: 'product', path: `/product/${PRODUCT}` },
  { name: 'product-of-size', path: `/product/${PRODUCT}?size=${SIZE}` },
  {
    name: 'product-heel-history-table',
    path: `/product/${PRODUCT}`,
    async prepare(person) {
      await person.presses('Heel');
      // The chart loads when its place is near the viewport.
      await person.heading('Price history').evaluate((heading) => heading.scrollIntoView());
      await person.presses('Show as a table');
    },
  },
  {
    name: 'product-sizes',
    path: `/product/${PRODUCT}`,
    prepare: (person) => person.page.getByRole('button', { name: /^Size/ }).click(),
  },
  {
    name: 'product-own-size',
    leavesTraces: true,
    path: `/product/${PRODUCT}`,
    isForVisitors: true,
    async prepare(person) {
      await saysSize(person);
      await person.presses('Done');
      await person.page.getByText('EU 42.5').first().waitFor();
    },
  },
  {
    name: 'size-chart',
    leavesTraces: true,
    path: `/product/${PRODUCT}`,
    isForVisitors: true,
    prepare: saysSize,
  },
  {
    name: 'buy-sizes-own',
    leavesTraces: true,
    path: `/product/${PRODUCT}`,
    isForVisitors: true,
    async prepare(person) {
      await saysSize(person);
      await person.presses('Done');
      await person.opens(`/buy/${PRODUCT}`);
      await person.follows('EDIT');
      await person.seesHeading('Select Size');
    },
  },
  {
    name: 'product-zoom',
    path: `/product/${PRODUCT}`,
    async prepare(person) {
      await person.page
        .getByRole('link', { name: /^Enlarge/ })
        .first()
        .click();
      await person.button('Zoom in').waitFor();
    },
  },
  {
    name: 'product-all-sales',
    path: `/product/${PRODUCT}`,
    prepare: (person) => person.presses('All Sales'),
  },
  { name: 'product-unknown', path: '/product/999999', complaint: NOT_FOUND },
  { name: 'sell-search', path: '/sell' },
  {
    name: 'sell-search-matches',
    path: '/sell',
    prepare: (person) => person.page.getByPlaceholder('Search for sneaker').fill('dunk'),
  },
  { name: 'sell-sizes', path: `/sell/${PRODUCT}` },
  { name: 'buy-sizes', path: `/buy/${PRODUCT}` },
  ...panelScreens(PRODUCT, SIZE),
  ...orderScreens(PRODUCT, SIZE),
  { name: 'login', path: '/login', isForVisitors: true },
  {
    name: 'login-refused',
    leavesTraces: true,
    path: '/login',
    isForVisitors: true,
    async prepare(person) {
      await person.types('E-MAIL', 'nobody');
      await person.types('PASSWORD', '123');
      await person.presses('LOG IN');
    },
  },
  { name: 'register', path: '/register', isForVisitors: true },
  { name: 'forgot-password', path: '/forgot-password', isForVisitors: true },
  { name: 'reset-password', path: '/reset-password?oobCode=code', isForVisitors: true, complaint: BAD_CODE },
  {
    name: 'reset-password-removes',
    leavesTraces: true,
    path: '/reset-password?oobCode=code',
    isForVisitors: true,
    complaint: BAD_CODE,
    async prepare(person) {
      const removes = {
        settings: true,
        openAsks: 3,
        openBids: 1,
        watches: 4,
        pairs: 2,
        notifications: 1,
        preferences: true,
        hasOtherProofs: true,
        hasName: true,
      };
      await answersCalls(person, /^\/api\/auth\/reset-password\/describe$/, { json: { removes } });
      // The code is no longer in the address.
      await person.opens('/reset-password?oobCode=code');
      await person.page.getByRole('region', { name: 'What is removed' }).waitFor();
    },
  },
  { name: 'confirm-email', path: '/confirm-email?code=code', isForVisitors: true },
  { name: 'confirm-email-refused', path: '/confirm-email?code=code', complaint: BAD_CODE },
  { name: 'profile', path: '/dashboard/profile' },
  {
    name: 'dashboard-menu',
    path: '/dashboard/profile',
    async prepare(person) {
      const opener = person.page.getByRole('button', { name: /menu/i });
      if (await opener.isVisible()) {
        await opener.click();
      }
    },
  },
  { name: 'buying', path: '/dashboard/buying' },
  {
    name: 'purchases',
    path: '/dashboard/buying',
    prepare: (person) => person.page.getByRole('tab', { name: 'Puchases' }).click(),
  },
  {
    name: 'receipt-purchase',
    path: '/dashboard/buying',
    async prepare(person) {
      await person.page.getByRole('tab', { name: 'Puchases' }).click();
      await person.page
        .getByRole('button', { name: /^Receipt/ })
        .first()
        .click();
      await person.seesHeading('Your purchase');
    },
  },
  ...dealScreens(PRODUCT, SIZE),
  ...moneyScreens(PRODUCT, SIZE),
  ...deskScreens(PRODUCT, SIZE),
  ...watchingScreens(PRODUCT, SIZE),
  ...sellingScreens(PRODUCT, SIZE),
  { name: 'settings', path: '/dashboard/settings' },
  {
    name: 'settings-edit',
    path: '/dashboard/settings',
    prepare: (person) => person.presses('Edit payout details'),
  },
  { name: 'shipping', path: '/dashboard/settings/shipping' },
  {
    name: 'shipping-refused',
    leavesTraces: true,
    path: '/dashboard/settings/shipping',
    async prepare(person) {
      await person.types('First Name', '');
      await person.types('Last Name', 'Łukasz');
      await person.presses('SUBMIT');
    },
  },
  {
    name: 'shipping-changed',
    leavesTraces: true,
    path: '/dashboard/settings/shipping',
    complaint: /status of 409/,
    hasOwnAccount: true,
    async prepare(person, account) {
      await person.types('Phone Number', '5550199');
      const moved = { street: 'Rue du Marché', city: 'Paris', zip: '75001', country: 'France' };
      await account.post('/shipping', { ...SHIPPING, ...moved });
      await person.presses('SUBMIT');
      await person.seesHeading('Your shipping was changed in another tab');
    },
  },
  ...SECURITY_SCREENS,
  ...stateScreens(PRODUCT, SIZE),
];

/** The addresses of the demonstration market. */
const PARAMETERS: Readonly<Record<string, string>> = {
  id: String(PRODUCT),
  brand: 'jordan',
  model: 'air-jordan-4',
  page: 'fees',
  day: addDays(dayAt(Date.now()), -1),
};

/** The pages that no prepared screen shows. Those of deals, sales and webhooks need one. */
function plainScreens(): Screen[] {
  const pages: readonly (readonly [string, PageRecord])[] = Object.entries(PAGES);
  return pages
    .filter(([, { path, needsDeals }]) => !needsDeals && !/:(sale|webhook)/.test(path))
    .map(([name, { path, layout }]) => ({
      name: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      path: pathOf(path, PARAMETERS),
      isForVisitors: layout === 'market' || layout === 'visitor',
    }))
    .filter(({ path }) => !PREPARED.some((screen) => screen.path.split('?')[0] === path));
}

/** Every screen, and every state of one that looks different. */
export const SCREENS: readonly Screen[] = [...PREPARED, ...plainScreens()];

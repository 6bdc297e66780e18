import { readProduct, type Screen } from './order-screens.js';
import { answersCalls } from './page-answers.js';

const USER_DATA = /^\/api\/getUserData\//;

/** A page of the dashboard while the user's data load. */
function loading(name: string, path: string, heading: string): Screen {
  return {
    name,
    path,
    isLoading: true,
    async prepare(person) {
      await answersCalls(person, USER_DATA, 'late');
      await person.page.reload();
      await person.seesHeading(heading);
    },
  };
}

/** Screens while loading, without content, after an error, and in intermediate states. */
export function stateScreens(productId: number, size: string): Screen[] {
  return [
    loading('buying-loading', '/dashboard/buying', 'Buying'),
    loading('profile-loading', '/dashboard/profile', 'Profile'),
    {
      name: 'buying-error',
      leavesTraces: true,
      path: '/dashboard/buying',
      async prepare(person) {
        await answersCalls(person, USER_DATA, 'lost');
        await person.page.reload();
        await person.button('Try again').first().waitFor();
      },
    },
    {
      name: 'sold-pair-unknown',
      path: `/sold/${productId}/00000000-0000-4000-8000-000000000000`,
      isForVisitors: true,
      complaint: /status of 404/,
    },
    newUsers('profile-new', '/dashboard/profile'),
    newUsers('buying-empty', '/dashboard/buying'),
    newUsers('selling-empty', '/dashboard/selling'),
    newUsers('watching-empty', '/dashboard/watching'),
    newUsers('collection-empty', '/dashboard/collection'),
    newUsers('settings-new', '/dashboard/settings'),
    newUsers('ask-panel-new', `/sell/${productId}?size=${size}`),
    {
      name: 'notices',
      path: '/',
      async prepare(person) {
        await person.page.getByRole('button', { name: /^Notifications/ }).click();
        await person.seesHeading('Notifications');
      },
    },
    {
      name: 'order-removed',
      path: '/dashboard/buying',
      hasOwnAccount: true,
      async prepare(person, account) {
        const { name } = await readProduct(person, productId);
        await account.order('bid', { name, size, price: 20 });
        await account.order('bid', { name, size, price: 21 });
        await person.page.reload();
        await person.page
          .getByRole('button', { name: /^Remove bid/ })
          .first()
          .click();
        await person.page.locator('.Toastify__toast').waitFor();
      },
    },
    {
      name: 'login-error',
      leavesTraces: true,
      path: '/login',
      isForVisitors: true,
      complaint: /status of 401/,
      async prepare(person) {
        await person.logsIn('unknown@shop.example');
        await person.page.locator('.Toastify__toast').waitFor();
      },
    },
  ];
}

/** The screen of a user who has just signed up. */
function newUsers(name: string, path: string): Screen {
  return { name, path, isNewUsers: true };
}

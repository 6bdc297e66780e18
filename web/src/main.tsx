import { PAGE_CODE_ID } from '@perkex/contract/rendered-page.js';
import type { QueryClient } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { authorizeCallsBy, setCaller } from './api/call.js';
import { takeFirstScreen } from './api/first-screen.js';
import { callToken, identitySetup } from './api/identity/chosen-provider.js';
import { createQueryClient, forgetUser } from './api/query-client.js';
import { isMarketUnread, openSearch, searchQuery } from './api/search.js';
import { Application } from './application.js';
import { currentUserId, SESSION_ENDED, useAuth } from './identity/session/auth-store.js';
import { extendLogin, restoreSession, sessionEnded } from './identity/session/session.js';
import { paths } from './links/paths.js';
import { forgetAwaitingOrder, forgetUnfinishedOrder, hasPendingOrders } from './orders/stored-orders.js';
import { routes } from './routes.js';
import { ApplicationRouter, type Shown, shownOf } from './routing/application-router.js';
import { neverInterrupt } from './routing/full-load.js';
import { browserHistory } from './routing/history.js';
import { loadPages, matchRoutes } from './routing/route.js';
import { loadSizing } from './sizing/load-stored-sizes.js';
import { answerEarlyPress } from './starting/early-press.js';
import { nextTask } from './starting/next-task.js';
import { dismissToasts, showWarning } from './ui/toast.js';

const LOAD_AGAIN_MS = 15_000;

const loadLiveMarket = () => import('./live/follow-market.js');
const loadPendingOrders = () => import('./trade/resume-orders.js');

async function main(root: HTMLElement): Promise<void> {
  // Evaluates the modules that begin with this one in a task of their own.
  await nextTask();
  const queryClient = createQueryClient((userId) => {
    // A late response to the previous user must not end the current login.
    const isCurrent = userId === null || userId === currentUserId();
    if (isCurrent && sessionEnded()) {
      showWarning(SESSION_ENDED);
      browserHistory.navigate(paths.login);
    }
  });
  neverInterrupt(() => queryClient.isMutating() > 0);
  takeFirstScreen(queryClient, matchRoutes(routes, window.location.pathname)?.params ?? {});
  authorizeCalls();
  await restoreSession();
  forgetUsersOnChange(queryClient);
  useAuth.subscribe(() => void loadSizing(queryClient));
  if (!isMarketUnread()) {
    openSearch(queryClient);
  }
  // The search shows these, and there is time to load them while the code loads.
  void queryClient.prefetchQuery(searchQuery(''));
  // The HTML stays unchanged until the page's code is loaded.
  const [first] = await Promise.all([loadFirstPage(), loadSizing(queryClient)]);
  const application = (
    <Application client={queryClient} onAlive={answerEarlyPress}>
      <ApplicationRouter history={browserHistory} routes={routes} first={first} />
    </Application>
  );
  if (document.getElementById(PAGE_CODE_ID) && first.failure === null && isOfDocument(first)) {
    // A transition runs in small steps, between which the page responds.
    startTransition(() => void hydrateRoot(root, application));
  } else {
    createRoot(root).render(application);
  }
  followMarket(queryClient);
  resumeOrders(queryClient);
  void extendLogin();
}

/** True if the HTML is of this page. After going back twice quickly, it may not be. */
function isOfDocument({ location }: Shown): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  if (!navigation || !URL.canParse(navigation.name)) {
    return true;
  }
  const { pathname, search } = new URL(navigation.name);
  return pathname === location.pathname && search === location.search;
}

/** Loads the live market in the background, retrying until it succeeds. */
function followMarket(queryClient: QueryClient): void {
  loadLiveMarket().then(
    (live) => live.followMarket(queryClient),
    () => setTimeout(() => followMarket(queryClient), LOAD_AGAIN_MS),
  );
}

/** Resumes orders of an earlier page whose outcome is unknown. */
function resumeOrders(queryClient: QueryClient): void {
  const userId = currentUserId();
  if (userId !== '' && hasPendingOrders()) {
    loadPendingOrders().then(
      (module) => module.resumeOrders(queryClient, userId),
      () => setTimeout(() => resumeOrders(queryClient), LOAD_AGAIN_MS),
    );
  }
}

/** With a hosted provider, calls carry its token. Visitors have none and need not load its code. */
function authorizeCalls(): void {
  if (identitySetup.provider === 'firebase') {
    authorizeCallsBy(async () => (currentUserId() === '' ? null : callToken()));
  }
}

/** Loads the page of the current address, also after a navigation in the meantime. */
async function loadFirstPage(): Promise<Shown> {
  const { location } = browserHistory;
  const failure = (await loadPages(routes, location.pathname)?.catch((error: unknown) => error)) ?? null;
  return location === browserHistory.location ? shownOf(browserHistory, routes, failure) : loadFirstPage();
}

/** The next user of this tab must not see the previous user's data, drafts or results. */
function forgetUsersOnChange(queryClient: QueryClient): void {
  let userId = currentUserId();
  setCaller(userId);
  useAuth.subscribe(() => {
    const userIdNow = currentUserId();
    setCaller(userIdNow);
    if (userIdNow !== userId && userId !== '') {
      forgetUser(queryClient);
      forgetUnfinishedOrder();
      forgetAwaitingOrder();
      dismissToasts();
    }
    if (userIdNow !== userId) {
      resumeOrders(queryClient);
    }
    userId = userIdNow;
  });
}

const root = document.getElementById('root');
if (root) {
  void main(root);
}

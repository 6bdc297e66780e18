import './styles.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { authorizeCallsBy } from './api/call.js';
import { takeFirstScreen } from './api/first-screen.js';
import { callToken, identitySetup } from './api/identity/chosen-provider.js';
import { createQueryClient, forgetUser } from './api/query-client.js';
import { paths } from './paths.js';
import { createRouter } from './routes.js';
import { currentUid, SESSION_ENDED, useAuth } from './session/auth-store.js';
import { restoreSession, sessionEnded } from './session/session.js';
import { forgetAwaitingOrder, forgetUnfinishedOrder } from './session/unfinished-order.js';
import { dismissToasts, showWarning } from './ui/toast.js';

async function main(root: HTMLElement): Promise<void> {
  const queryClient = createQueryClient((uid) => {
    // A late answer to whoever was logged in before does not end the login of now.
    const isOfNow = uid === null || uid === currentUid();
    if (isOfNow && sessionEnded()) {
      showWarning(SESSION_ENDED);
      void router.navigate(paths.login);
    }
  });
  takeFirstScreen(queryClient);
  authorizeCalls();
  await restoreSession();
  forgetUsersOnChange(queryClient);
  const router = createRouter();
  // Until the page's code is here, the skeleton of its HTML stays.
  await routerReady(router);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** With a hosted provider the calls carry its token. A visitor has none, and does not load its code for it. */
function authorizeCalls(): void {
  if (identitySetup.provider === 'firebase') {
    authorizeCallsBy(async () => (currentUid() === '' ? null : callToken()));
  }
}

function routerReady(router: ReturnType<typeof createRouter>): Promise<void> {
  return new Promise((resolve) => {
    const resolveWhenReady = ({ initialized }: typeof router.state) => {
      if (initialized) {
        resolve();
      }
    };
    router.subscribe(resolveWhenReady);
    resolveWhenReady(router.state);
  });
}

/** What one user has read or begun is not for the next one in this tab. */
function forgetUsersOnChange(queryClient: QueryClient): void {
  let uid = currentUid();
  useAuth.subscribe(() => {
    const uidNow = currentUid();
    if (uidNow !== uid && uid !== '') {
      forgetUser(queryClient);
      forgetUnfinishedOrder();
      forgetAwaitingOrder();
      dismissToasts();
    }
    uid = uidNow;
  });
}

const root = document.getElementById('root');
if (root) {
  void main(root);
}

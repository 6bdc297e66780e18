import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { takeFirstScreen } from './api/first-screen.js';
import { createQueryClient } from './api/query-client.js';
import { paths } from './paths.js';
import { createRouter } from './routes.js';
import { SESSION_ENDED } from './session/auth-store.js';
import { restoreSession, sessionEnded } from './session/session.js';
import { showWarning } from './ui/toast.js';

async function main(root: HTMLElement): Promise<void> {
  const queryClient = createQueryClient(() => {
    if (sessionEnded()) {
      queryClient.removeQueries({ queryKey: ['userData'] });
      showWarning(SESSION_ENDED);
      void router.navigate(paths.login);
    }
  });
  takeFirstScreen(queryClient);
  await restoreSession();
  const router = createRouter();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root) {
  void main(root);
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ConnectionError } from '../api/call.js';
import { useUserId } from '../identity/session/auth-store.js';
import { useLocation, useNavigate } from '../routing/hooks.js';
import { showWarning } from '../ui/toast.js';
import type { HeartedProduct } from './hearted-product.js';

const loadCompletion = () => import('./watch-after-login.js');

/** Completes the press of a card's heart after the visitor has logged in. */
export function useWatchAfterLogin(): void {
  const client = useQueryClient();
  const userId = useUserId();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  // The login page has this state, too.
  const product = state?.watch === pathname + search ? (state.heart as HeartedProduct) : undefined;
  useEffect(() => {
    if (userId !== '' && product) {
      // Going back and forth does not repeat it.
      navigate(pathname + search, { replace: true });
      loadCompletion().then(
        (module) => module.watchAfterLogin(client, userId, product),
        () => showWarning(new ConnectionError().message),
      );
    }
  }, [client, userId, navigate, pathname, search, product]);
}

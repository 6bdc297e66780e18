import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from '../routing/hooks.js';
import { useUid } from '../session/auth-store.js';
import type { HeartedProduct } from './hearted-product.js';

/** Completes the press of a card's heart after the visitor has logged in. */
export function useWatchAfterLogin(): void {
  const client = useQueryClient();
  const uid = useUid();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  // The login page has this state, too.
  const product = state?.watch === pathname + search ? (state.heart as HeartedProduct) : undefined;
  useEffect(() => {
    if (uid !== '' && product) {
      // Going back and forth does not repeat it.
      navigate(pathname + search, { replace: true });
      void import('./watch-after-login.js').then((login) => login.watchAfterLogin(client, uid, product));
    }
  }, [client, uid, navigate, pathname, search, product]);
}

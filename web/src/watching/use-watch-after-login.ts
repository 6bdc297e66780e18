import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from '../routing/hooks.js';
import { useUid } from '../session/auth-store.js';
import type { HeartedProduct } from './hearted-product.js';

/** Whoever has pressed the heart of a card, and logged in for that, watches its product when they are back. */
export function useWatchAfterLogin(): void {
  const client = useQueryClient();
  const uid = useUid();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  // The page to log in on has it, too.
  const product = state?.watch === pathname + search ? (state.heart as HeartedProduct) : undefined;
  useEffect(() => {
    if (uid !== '' && product) {
      // Going back and forth does not ask for it again.
      navigate(pathname + search, { replace: true });
      void import('./watch-after-login.js').then((login) => login.watchAfterLogin(client, uid, product));
    }
  }, [client, uid, navigate, pathname, search, product]);
}

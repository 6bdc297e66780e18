import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { ConnectionError } from '../api/call.js';
import { useUserId } from '../identity/session/auth-store.js';
import { paths } from '../links/paths.js';
import { useLocation, useNavigate } from '../routing/hooks.js';
import { showWarning } from '../ui/toast.js';
import type { HeartedProduct } from './hearted-product.js';

/** The code of hearts once it is loaded. Only users need it: a visitor's heart leads to the login page. */
const useHeartsCode = create<{ readonly code: typeof import('./hearts.js') | null }>(() => ({ code: null }));

const importHearts = () => import('./hearts.js');

let loading: ReturnType<typeof importHearts> | null = null;

function loadHeartsCode(): ReturnType<typeof importHearts> {
  loading ??= importHearts().then(
    (code) => {
      useHeartsCode.setState({ code });
      return code;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

const isNotWatched = () => false;
const showNothing = () => () => {};

/** The state of a product's heart, and the action of its press. Visitors are redirected to the login page and back. */
export function useHeart(product: HeartedProduct) {
  const client = useQueryClient();
  const userId = useUserId();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { code } = useHeartsCode();
  const hearts = userId === '' ? undefined : code?.heartsOf(client, userId);
  useEffect(() => {
    if (userId !== '') {
      // The next press tries again.
      loadHeartsCode().catch(() => {});
    }
  }, [userId]);
  const isWatched = useSyncExternalStore(
    hearts?.show ?? showNothing,
    () => hearts?.isWatched(product.id) ?? false,
    isNotWatched,
  );
  const press = () => {
    if (userId === '') {
      const { id, name } = product;
      // Visitors return to the card, whose heart is then pressed for them (`useWatchAfterLogin`).
      navigate(paths.login, { state: { watch: pathname + search, what: name, heart: { id, name } } });
    } else if (hearts) {
      void hearts.change(product.id, !isWatched);
    } else {
      loadHeartsCode().then(
        ({ heartsOf }) => heartsOf(client, userId).change(product.id, true),
        () => showWarning(new ConnectionError().message),
      );
    }
  };
  return { isWatched, press };
}

import type { QueryClient } from '@tanstack/react-query';
import { currentUserId } from '../identity/session/auth-store.js';
import { permanentStorage } from '../storage/storage.js';
import { SIZES_KEY } from '../storage/stored-keys.js';

let loading: Promise<typeof import('./stored-sizes.js')> | null = null;

/** Loads the code that stores choices. There is one shared promise, so that choices are stored in order. */
export function loadStoredSizes(): Promise<typeof import('./stored-sizes.js')> {
  loading ??= import('./stored-sizes.js').catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Loads the charts for visitors with a preference; most have none. */
export async function loadSizing(client: QueryClient): Promise<void> {
  if (currentUserId() !== '' || permanentStorage.getItem(SIZES_KEY) !== null) {
    // On failure, sizes are shown as without a preference.
    await loadStoredSizes()
      .then((sizes) => sizes.followAccount(client))
      .catch(() => {});
  }
}

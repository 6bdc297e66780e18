import type { Shoe } from '@perkex/core/sizing/convert-size.js';
import type { SizedShoe, SizePreference } from '@perkex/core/sizing/size-preference.js';
import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { currentUid } from '../session/auth-store.js';
import { permanentStorage } from '../session/storage.js';

/** The sizing of a visitor with a preference. */
export interface Sizing {
  readonly preference: SizePreference;
  /** The visitor's own size in a shoe; null if none. */
  readonly sizeFor: (shoe: SizedShoe) => string | null;
  /** The text beside a shoe's US size; null if none is needed. */
  readonly shownSize: (shoe: Shoe, size: string) => string | null;
}

/** Null without a preference, and in server-rendered pages, which are the same for everyone. */
export const useSizing = create<{ readonly sizing: Sizing | null }>(() => ({ sizing: null }));

/** The storage key of the size preference, for visitors and users. */
export const SIZES_KEY = 'perkex:sizes';

let loading: Promise<typeof import('./kept-sizes.js')> | null = null;

/** Loads the code that stores choices. There is one shared promise, so that choices are stored in order. */
export function loadKeptSizes(): Promise<typeof import('./kept-sizes.js')> {
  loading ??= import('./kept-sizes.js').catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Loads the charts for visitors with a preference; most have none. */
export async function loadSizing(client: QueryClient): Promise<void> {
  if (currentUid() !== '' || permanentStorage.getItem(SIZES_KEY) !== null) {
    // On failure, sizes are shown as without a preference.
    await loadKeptSizes()
      .then((kept) => kept.followAccount(client))
      .catch(() => {});
  }
}

/** The visitor's own size in a shoe; null if none. */
export function useOwnSize(shoe: SizedShoe): string | null {
  return useSizing(({ sizing }) => sizing?.sizeFor(shoe) ?? null);
}

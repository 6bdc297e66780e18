import type { Shoe } from '@perkex/core/sizing/convert-size.js';
import type { SizedShoe, SizePreference } from '@perkex/core/sizing/size-preference.js';
import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { currentUid } from '../session/auth-store.js';
import { permanentStorage } from '../session/storage.js';

/** How sizes read for somebody who has said so. */
export interface Sizing {
  readonly preference: SizePreference;
  /** Which of a shoe's sizes is their own; null if none is. */
  readonly sizeFor: (shoe: SizedShoe) => string | null;
  /** What stands beside a shoe's US size; null where nothing has to. */
  readonly shownSize: (shoe: Shoe, size: string) => string | null;
}

/** Null for whoever has said nothing, and in what the server renders, which is the same for everybody. */
export const useSizing = create<{ readonly sizing: Sizing | null }>(() => ({ sizing: null }));

/** Under this key the browser keeps what its user prefers, and whose account has it, too. */
export const SIZES_KEY = 'perkex:sizes';

let loading: Promise<typeof import('./kept-sizes.js')> | null = null;

/** The code that keeps what is chosen: one promise for all, so that choices are kept in the order in which they are made. */
export function loadKeptSizes(): Promise<typeof import('./kept-sizes.js')> {
  loading ??= import('./kept-sizes.js').catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Loads the charts for those who need them: most visitors have said nothing. */
export async function loadSizing(client: QueryClient): Promise<void> {
  if (currentUid() !== '' || permanentStorage.getItem(SIZES_KEY) !== null) {
    // Without them, sizes stand as they do for everybody.
    await loadKeptSizes()
      .then((kept) => kept.followAccount(client))
      .catch(() => {});
  }
}

/** Which of a shoe's sizes is the visitor's own; null if none is. */
export function useOwnSize(shoe: SizedShoe): string | null {
  return useSizing(({ sizing }) => sizing?.sizeFor(shoe) ?? null);
}

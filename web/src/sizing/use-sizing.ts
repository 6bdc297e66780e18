import type { Shoe } from '@perkex/core/sizing/convert-size.js';
import type { SizedShoe, SizePreference } from '@perkex/core/sizing/size-preference.js';
import { create } from 'zustand';

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

/** The visitor's own size in a shoe; null if none. */
export function useOwnSize(shoe: SizedShoe): string | null {
  return useSizing(({ sizing }) => sizing?.sizeFor(shoe) ?? null);
}

import { useState } from 'react';
import type { CommandAnswer } from '../../api/order-batches.js';
import type { Preview } from './preview.js';

/** A table of pairs on its way to asks. */
export interface Listing {
  readonly text: string;
  /** Null until the table is checked. Its pairs keep their ids, so that each is placed once. */
  readonly preview: Preview | null;
  /** Null until answers arrive. */
  readonly answers: readonly CommandAnswer[] | null;
  /** True if asks were sent and no answer arrived: they may be placed. */
  readonly isInDoubt: boolean;
}

const EMPTY: Listing = { text: '', preview: null, answers: null, isInDoubt: false };

/** The listing of a page. It stays while another tab of the page is open. */
export function useListing() {
  const [listing, setListing] = useState(EMPTY);
  const change = (changed: Partial<Listing>) => setListing((before) => ({ ...before, ...changed }));
  return { ...listing, change, clear: () => setListing(EMPTY) };
}

export type OpenListing = ReturnType<typeof useListing>;

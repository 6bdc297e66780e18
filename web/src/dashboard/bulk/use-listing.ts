import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConnectionError } from '../../api/call.js';
import { faultOf } from '../../api/fault-of.js';
import { type BatchCommand, type CommandAnswer, sendCommands } from '../../api/order-batches.js';
import { useDashboardUserId } from '../../user/user.js';
import type { Preview } from './preview.js';

/** A table of pairs on its way to asks. */
export interface Listing {
  readonly text: string;
  /** Null until the table is checked. Its pairs keep their ids, so that each is placed once. */
  readonly preview: Preview | null;
  /** The asks whose prices the seller has confirmed. */
  readonly confirmed: ReadonlySet<string>;
  /** Null until answers arrive. */
  readonly answers: readonly CommandAnswer[] | null;
  /** True if asks were sent and no answer arrived: they may be placed. */
  readonly isInDoubt: boolean;
}

const EMPTY: Listing = { text: '', preview: null, confirmed: new Set(), answers: null, isInDoubt: false };

/** The listing of a page, also while it is placed. It stays while another tab of the page is open. */
export function useListing() {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const [listing, setListing] = useState(EMPTY);
  const change = (changed: Partial<Listing>) => setListing((before) => ({ ...before, ...changed }));
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (commands: readonly BatchCommand[]) =>
      sendCommands(client, userId, commands, (answers) => change({ answers })),
    onSuccess: () => change({ isInDoubt: false }),
    onError: (refusal) => {
      if (refusal instanceof ConnectionError) {
        change({ isInDoubt: true });
      }
    },
  });
  return {
    ...listing,
    change,
    place: mutate,
    isPlacing: isPending,
    /** Why the pairs were not placed, or may not have been; null if they were. */
    fault: faultOf(error),
    /** Returns to the table. */
    correct() {
      reset();
      change({ preview: null, confirmed: EMPTY.confirmed });
    },
    clear() {
      reset();
      setListing(EMPTY);
    },
  };
}

export type OpenListing = ReturnType<typeof useListing>;

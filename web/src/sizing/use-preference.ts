import type { SizePreference } from '@perkex/core/sizing/size-preference.js';
import { isSignedOut } from '../api/call.js';
import { showActionWarning } from '../ui/toast.js';
import { useSizing } from './use-sizing.js';

const NOTHING_SAID: SizePreference = { system: 'us-men', size: null };

/** What the visitor prefers, and how to change it. Each choice leaves the rest as it is. */
export function usePreference(): [SizePreference, (choice: Partial<SizePreference>) => void] {
  const said = useSizing(({ sizing }) => sizing?.preference ?? null);
  return [said ?? NOTHING_SAID, choose];
}

function choose(choice: Partial<SizePreference>): void {
  import('./kept-sizes.js')
    .then((kept) => kept.choosePreference(choice))
    .catch((error: Error) => {
      // A signed-out user has been told already, and sent to the login page.
      if (!isSignedOut(error)) {
        showActionWarning(error.message);
      }
    });
}

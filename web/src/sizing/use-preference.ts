import type { SizePreference } from '@perkex/core/sizing/size-preference.js';
import { useState } from 'react';
import { isSignedOut } from '../api/call.js';
import { showActionWarning } from '../ui/toast.js';
import { useSizing } from './use-sizing.js';

const NOTHING_SAID: SizePreference = { system: 'us-men', size: null };

/** What the visitor prefers, and how to change it. Each choice leaves the rest as it is. */
export function usePreference(): [SizePreference, (choice: Partial<SizePreference>) => void] {
  const said = useSizing(({ sizing }) => sizing?.preference ?? NOTHING_SAID);
  // At once, in the event itself: until the code has come, a list would fall back to what it showed before.
  const [wanted, setWanted] = useState<Partial<SizePreference>>({});
  const choose = (choice: Partial<SizePreference>) => {
    setWanted((before) => ({ ...before, ...choice }));
    import('./kept-sizes.js')
      .then((kept) => {
        const saved = kept.choosePreference(choice);
        setWanted({});
        return saved;
      })
      .catch((error: Error) => {
        setWanted({});
        // A signed-out user has been told already, and sent to the login page.
        if (!isSignedOut(error)) {
          showActionWarning(error.message);
        }
      });
  };
  return [{ ...said, ...wanted }, choose];
}

import type { SizePreference } from '@perkex/core/sizing/size-preference.js';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unlessSignedOut } from '../api/call.js';
import { showActionWarning } from '../ui/toast.js';
import { loadKeptSizes, useSizing } from './use-sizing.js';

const NOTHING_SAID: SizePreference = { system: 'us-men', size: null };

/** What the visitor prefers, and how to change it. Each choice leaves the rest as it is. */
export function usePreference(): [SizePreference, (choice: Partial<SizePreference>) => void] {
  const client = useQueryClient();
  const said = useSizing(({ sizing }) => sizing?.preference ?? NOTHING_SAID);
  // At once, in the event itself: until the code has come, a list would fall back to what it showed before.
  const [wanted, setWanted] = useState<Partial<SizePreference>>({});
  const choose = (choice: Partial<SizePreference>) => {
    const chosen = { ...wanted, ...choice };
    setWanted(chosen);
    // What was chosen meanwhile is still on its way.
    const settle = () => setWanted((now) => (now === chosen ? {} : now));
    loadKeptSizes()
      .then((kept) => {
        const saved = kept.choosePreference(client, choice);
        settle();
        return saved;
      })
      .catch((error: Error) => {
        settle();
        unlessSignedOut(({ message }) => showActionWarning(message))(error);
      });
  };
  return [{ ...said, ...wanted }, choose];
}

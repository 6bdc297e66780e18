import type { SizePreference } from '@perkex/core/sizing/size-preference.js';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unlessSignedOut } from '../api/call.js';
import { showActionWarning } from '../ui/toast.js';
import { loadStoredSizes } from './load-stored-sizes.js';
import { useSizing } from './use-sizing.js';

const NOTHING_SAID: SizePreference = { system: 'us-men', size: null };

/** The visitor's size preference and a function to change it. Each change keeps the other fields. */
export function usePreference(): [SizePreference, (choice: Partial<SizePreference>) => void] {
  const client = useQueryClient();
  const said = useSizing(({ sizing }) => sizing?.preference ?? NOTHING_SAID);
  // Applied at once, in the event itself: until the code is loaded, a select would fall back to its previous value.
  const [wanted, setWanted] = useState<Partial<SizePreference>>({});
  const choose = (choice: Partial<SizePreference>) => {
    const chosen = { ...wanted, ...choice };
    setWanted(chosen);
    // Keeps a newer choice that is not saved yet.
    const settle = () => setWanted((now) => (now === chosen ? {} : now));
    loadStoredSizes()
      .then((sizes) => {
        const saved = sizes.choosePreference(client, choice);
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

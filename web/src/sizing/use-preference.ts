import { type SizePreference, systemOfUsSize } from '@perkex/core/sizing/size-preference.js';
import { isSignedOut } from '../api/call.js';
import { showActionWarning } from '../ui/toast.js';
import { useSizing } from './use-sizing.js';

const NOTHING_SAID: SizePreference = { system: 'us-men', size: null };

interface ChosenPreference {
  readonly preference: SizePreference;
  readonly chooseSystem: (system: SizePreference['system']) => void;
  /** Null forgets it. */
  readonly chooseSize: (size: string | null) => void;
}

/** What the visitor prefers, and how to change it. */
export function usePreference(): ChosenPreference {
  const said = useSizing(({ sizing }) => sizing?.preference ?? null);
  const { system, size } = said ?? NOTHING_SAID;
  const choose = (preference: SizePreference) => {
    import('./kept-sizes.js')
      .then((kept) => kept.choosePreference(preference))
      .catch((error: Error) => {
        if (!isSignedOut(error)) {
          showActionWarning(error.message);
        }
      });
  };
  return {
    preference: { system, size },
    chooseSystem: (system) => choose({ system, size }),
    chooseSize(size) {
      // Whoever has not chosen a system reads the one that their size is written in.
      const own = said === null && size !== null ? systemOfUsSize(size) : null;
      choose({ system: own ?? system, size });
    },
  };
}

import { useSyncExternalStore } from 'react';
import { permanentStorage, VIEWED_KEY } from '../storage/storage.js';

const NEVER_CHANGES = () => () => {};

/** The ids of recently viewed products, latest first; empty during server-side rendering. */
export function useViewedIds(): number[] {
  const viewed = useSyncExternalStore(
    NEVER_CHANGES,
    () => permanentStorage.getItem(VIEWED_KEY) ?? '',
    () => '',
  );
  return idsIn(viewed);
}

/** As `useViewedIds`, but only in the browser. */
export function viewedIds(): number[] {
  return idsIn(permanentStorage.getItem(VIEWED_KEY) ?? '');
}

/** Removes duplicates, invalid ids and an id that is cut off at the end. */
function idsIn(text: string): number[] {
  const whole = text.split(',').slice(0, -1).map(Number);
  return [...new Set(whole)].filter((id) => Number.isInteger(id) && id > 0);
}

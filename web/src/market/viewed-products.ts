import { useSyncExternalStore } from 'react';
import { permanentStorage, VIEWED_KEY } from '../session/storage.js';

const NEVER_CHANGES = () => () => {};

/** The ids of the products that this browser has looked at, the last one first; none where pages are rendered. */
export function useViewedIds(): number[] {
  const viewed = useSyncExternalStore(
    NEVER_CHANGES,
    () => permanentStorage.getItem(VIEWED_KEY) ?? '',
    () => '',
  );
  return idsIn(viewed);
}

/** As `useViewedIds`, in the browser alone. */
export function viewedIds(): number[] {
  return idsIn(permanentStorage.getItem(VIEWED_KEY) ?? '');
}

/** Each product once; what is cut off at the end of the text, or never was an id, is none. */
function idsIn(text: string): number[] {
  const whole = text.split(',').slice(0, -1).map(Number);
  return [...new Set(whole)].filter((id) => Number.isInteger(id) && id > 0);
}

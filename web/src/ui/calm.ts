import { useSyncExternalStore } from 'react';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** Whether somebody wants less motion; as long as nobody can know that, they do not. */
export function useCalm(): boolean {
  return useSyncExternalStore(subscribe, isCalm, () => false);
}

export function isCalm(): boolean {
  return window.matchMedia(REDUCED_MOTION).matches;
}

/** How a place gets to what a button shows. */
export function scrollBehavior(): ScrollBehavior {
  return isCalm() ? 'instant' : 'smooth';
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(REDUCED_MOTION);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

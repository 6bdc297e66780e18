import { useSyncExternalStore } from 'react';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** True if the user prefers reduced motion; false until the preference is known. */
export function useCalm(): boolean {
  return useSyncExternalStore(subscribe, isCalm, () => false);
}

export function isCalm(): boolean {
  return window.matchMedia(REDUCED_MOTION).matches;
}

/** How the page scrolls to the content that a button shows. */
export function scrollBehavior(): ScrollBehavior {
  return isCalm() ? 'instant' : 'smooth';
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(REDUCED_MOTION);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

import { useEffect, useState } from 'react';

/** Shorter than any wait that users notice. */
const A_MOMENT_MS = 150;

/** True once a state has lasted longer than a moment. Shorter states are not worth drawing. */
export function useLasting(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (isSo) {
      const timer = setTimeout(() => setLasts(true), A_MOMENT_MS);
      return () => {
        clearTimeout(timer);
        setLasts(false);
      };
    }
  }, [isSo]);
  return isSo && lasts;
}

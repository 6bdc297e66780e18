import { useEffect, useState } from 'react';

/** Shorter than anybody would take for waiting. */
const A_MOMENT_MS = 150;

/** Whether something has been so for more than a moment: what is over sooner is not worth drawing. */
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

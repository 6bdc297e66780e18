import { useEffect, useEffectEvent, useState } from 'react';

/** So near that what comes is mostly there before somebody sees its place. */
const NEARNESS = '1200px';

/** Calls back while the element with this ref is near what the screen shows, each time that it is wanted anew. */
export function useEndInSight(onNear: () => void, isWanted: boolean) {
  const near = useEffectEvent(onNear);
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!element || !isWanted) {
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          near();
        }
      },
      { rootMargin: NEARNESS },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, isWanted]);
  return setElement;
}

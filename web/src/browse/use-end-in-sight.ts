import { useEffect, useEffectEvent, useState } from 'react';

/** Far enough that the next page has mostly loaded before its place is visible. */
const NEARNESS = '1200px';

/** Calls back when the element with this ref is near the visible area, each time that `isWanted` becomes true. */
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

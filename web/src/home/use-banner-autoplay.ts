import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { scrollBehavior, useCalm } from '../ui/calm.js';

/** The delay of section 9. */
const DELAY_MS = 7_000;

/**
 * Slides side by side in an element that scrolls from one to the next. They advance automatically unless they are
 * paused, hovered or focused (WCAG 2.2.2), the tab is hidden or the user prefers reduced motion.
 */
export function useBannerAutoplay(count: number) {
  const viewport = useRef<HTMLDivElement>(null);
  const [choice, setChoice] = useState<boolean | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  const [selected, setSelected] = useState(0);
  const isCalm = useCalm();
  const isWanted = choice ?? !isCalm;
  const isPlaying = isWanted && !isHeld;

  const show = (index: number) => {
    const place = viewport.current;
    place?.scrollTo({ left: ((index + count) % count) * place.clientWidth, behavior: scrollBehavior() });
  };
  const advance = useEffectEvent(() => {
    if (!document.hidden) {
      show(selected + 1);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the delay restarts with each slide, however it is reached
  useEffect(() => {
    if (isPlaying) {
      const timer = setInterval(() => advance(), DELAY_MS);
      return () => clearInterval(timer);
    }
  }, [isPlaying, selected]);

  return {
    viewport,
    selected,
    isWanted,
    isPlaying,
    noteScroll() {
      const place = viewport.current;
      if (place) {
        setSelected(Math.round(place.scrollLeft / place.clientWidth));
      }
    },
    /** Pressing play starts the slides even though the pointer then hovers over them. */
    toggle() {
      setChoice(!isWanted);
      setIsHeld(false);
    },
    hold: () => setIsHeld(true),
    release: () => setIsHeld(false),
    show,
    showPrevious: () => show(selected - 1),
    showNext: () => show(selected + 1),
  };
}

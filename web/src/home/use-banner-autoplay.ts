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
  const [isHovered, setIsHovered] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const [selected, setSelected] = useState(0);
  const isCalm = useCalm();
  const isWanted = choice ?? !isCalm;
  const isPlaying = isWanted && !isHovered && !hasFocus;

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
    /** Pressing play starts the slides although the button then has the focus, and the pointer hovers over it. */
    toggle() {
      setChoice(!isWanted);
      setIsHovered(false);
      setHasFocus(false);
    },
    setIsHovered,
    setHasFocus,
    show,
    showPrevious: () => show(selected - 1),
    showNext: () => show(selected + 1),
  };
}

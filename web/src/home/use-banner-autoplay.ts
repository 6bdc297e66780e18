import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useState } from 'react';

/** Section 9. */
const DELAY_MS = 7_000;
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** This hook decides when it plays: the plugin's own rules would restart it after a swipe or a resize. */
const AUTOPLAY_OPTIONS = {
  delay: DELAY_MS,
  playOnInit: false,
  stopOnFocusIn: false,
  stopOnInteraction: true,
};

/**
 * Slides that advance by themselves unless they are paused, hovered or focused (WCAG 2.2.2), the tab is hidden or the
 * user prefers reduced motion.
 */
export function useBannerAutoplay() {
  const [plugins] = useState(() => [Autoplay(AUTOPLAY_OPTIONS)]);
  const [viewport, embla] = useEmblaCarousel(
    { loop: true, duration: 20, breakpoints: { [REDUCED_MOTION]: { duration: 0 } } },
    plugins,
  );
  const [isWanted, setIsWanted] = useState(() => !window.matchMedia(REDUCED_MOTION).matches);
  const [isHeld, setIsHeld] = useState(false);
  const [selected, setSelected] = useState(0);
  const isPlaying = isWanted && !isHeld;

  useEffect(() => {
    if (!embla) {
      return;
    }
    const select = () => setSelected(embla.selectedScrollSnap());
    const playOrStop = () => {
      const autoplay = embla.plugins().autoplay;
      return isPlaying ? autoplay.play() : autoplay.stop();
    };
    playOrStop();
    embla.on('select', select).on('select', playOrStop).on('pointerUp', playOrStop).on('reInit', playOrStop);
    return () => {
      embla
        .off('select', select)
        .off('select', playOrStop)
        .off('pointerUp', playOrStop)
        .off('reInit', playOrStop);
    };
  }, [embla, isPlaying]);

  return {
    viewport,
    selected,
    isWanted,
    isPlaying,
    /** Pressing play counts even though the pointer is then above the slides. */
    toggle() {
      setIsWanted(!isWanted);
      setIsHeld(false);
    },
    hold: () => setIsHeld(true),
    release: () => setIsHeld(false),
    show: (index: number) => embla?.scrollTo(index),
    showPrevious: () => embla?.scrollPrev(),
    showNext: () => embla?.scrollNext(),
  };
}

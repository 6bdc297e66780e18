import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { ErrorNotice } from '../ui/states.js';
import { ChartFrame, ChartHeading, ChartPlaceholder } from './chart-frame.js';
import type { ChartProps } from './chart-props.js';

/** How near a chart has to be before its code is fetched. */
const NEARNESS = '400px';

/**
 * A line over time, with a band and bars where its points have them. Its code comes after the first paint, once it is
 * near; until then its place is kept.
 */
export function Chart(props: ChartProps) {
  const place = useRef<HTMLElement>(null);
  const { TimeChart, hasFailed, load } = useTimeChart();
  useEffect(() => whenNear(place.current, load), [load]);
  return (
    <section ref={place} aria-label={props.heading} className="min-w-0">
      {TimeChart ? (
        <TimeChart {...props} />
      ) : hasFailed ? (
        <ChartFrame heading={<ChartHeading>{props.heading}</ChartHeading>} ranges={null} view={null}>
          <ErrorNotice onRetry={load}>The chart could not be loaded.</ErrorNotice>
        </ChartFrame>
      ) : (
        <ChartPlaceholder heading={props.heading} />
      )}
    </section>
  );
}

interface LoadedChart {
  readonly TimeChart: ComponentType<ChartProps> | null;
  readonly hasFailed: boolean;
  readonly load: () => void;
}

function useTimeChart(): LoadedChart {
  const [TimeChart, setTimeChart] = useState<ComponentType<ChartProps> | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const load = useCallback(() => {
    setHasFailed(false);
    import('./time-chart.js').then(
      (module) => setTimeChart(() => module.TimeChart),
      () => setHasFailed(true),
    );
  }, []);
  return { TimeChart, hasFailed, load };
}

/** Calls when something has been painted and the element is near what the screen shows. @returns what ends the wait */
function whenNear(element: HTMLElement | null, onNear: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        observer.disconnect();
        // Observers are called before the frame is painted; a task comes after it.
        setTimeout(onNear);
      }
    },
    { rootMargin: NEARNESS },
  );
  if (element) {
    observer.observe(element);
  }
  return () => observer.disconnect();
}

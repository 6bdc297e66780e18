import { useRef } from 'react';
import { ErrorNotice } from '../ui/states.js';
import { useNearby } from '../ui/use-nearby.js';
import { ChartFrame, ChartHeading, ChartPlaceholder } from './chart-frame.js';
import type { ChartProps } from './chart-props.js';

/** The server renders the line, so the code can wait until it is in sight. */
const IN_SIGHT = '0px';

const loadTimeChart = async () => (await import('./time-chart.js')).TimeChart;

/** A line over time, with a band and bars if its points have them. Its space is reserved until the code is loaded. */
export function Chart(props: ChartProps) {
  const place = useRef<HTMLElement>(null);
  const { Component: TimeChart, hasFailed, fetchAgain } = useNearby(place, loadTimeChart, IN_SIGHT);
  return (
    <section ref={place} aria-label={props.heading} className="min-w-0">
      {TimeChart ? (
        <TimeChart {...props} />
      ) : hasFailed ? (
        <ChartFrame heading={<ChartHeading>{props.heading}</ChartHeading>} ranges={null} view={null}>
          <ErrorNotice onRetry={fetchAgain}>The chart could not be loaded.</ErrorNotice>
        </ChartFrame>
      ) : (
        <ChartPlaceholder heading={props.heading} points={props.points} />
      )}
    </section>
  );
}

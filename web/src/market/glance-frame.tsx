import type { ReactNode } from 'react';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { Placeholder } from '../ui/states.js';

/** Makes the trade feed as high as the movers beside it. */
export const GLANCE_TRADE_FEED_ROWS = 7;

interface GlanceFrameProps {
  readonly index: ReactNode;
  readonly movers: ReactNode;
  readonly tape: ReactNode;
}

/** The layout of the market on Home. */
export function GlanceFrame({ index, movers, tape }: GlanceFrameProps) {
  return (
    <section className="mt-8 md:mt-12">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 className="text-xl md:text-2xl">The market now</h2>
        <Link
          to={paths.market}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          See the market
        </Link>
      </div>
      <div className="mt-3 grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        <div className="grid md:max-lg:col-span-2">{index}</div>
        {movers}
        {tape}
      </div>
    </section>
  );
}

/** Reserves the space of the market on Home until it is in sight. */
export function GlancePlaceholder() {
  return (
    <GlanceFrame
      index={<Placeholder className="min-h-120" />}
      movers={<Placeholder className="min-h-149" />}
      tape={<Placeholder className="min-h-149" />}
    />
  );
}

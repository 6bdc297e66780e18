import { ChartPlaceholder } from '../chart/chart-frame.js';
import { Placeholder } from '../ui/states.js';
import { INDEX_CHART, IndexFrame } from './index-frame.js';
import { IndexValue } from './index-value.js';
import { MarketPageFrame } from './market-page-frame.js';

/** What the market page shows until the application has started. */
export function MarketPagePlaceholder() {
  return (
    <MarketPageFrame
      index={
        <IndexFrame
          value={
            <>
              <p role="status" className="sr-only">
                Loading
              </p>
              <IndexValue index={undefined} />
            </>
          }
          chart={
            <section>
              <ChartPlaceholder heading={INDEX_CHART} />
            </section>
          }
        />
      }
      tape={<Placeholder className="min-h-118" />}
      lists={<Placeholder className="h-240" />}
    />
  );
}

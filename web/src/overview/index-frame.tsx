import type { ReactNode } from 'react';
import { AboutIndexLink } from './about-index-link.js';
import { Card } from './card.js';
import { INDEX_NAME } from './index-value.js';

export const INDEX_CHART = 'History';

/** The parts of the index on the market page at their places. */
export function IndexFrame({ value, chart }: { value: ReactNode; chart: ReactNode }) {
  return (
    <Card title={INDEX_NAME} heading="h2" aside={<AboutIndexLink />}>
      <div className="flex flex-col gap-2 p-4">
        {value}
        {chart}
      </div>
    </Card>
  );
}

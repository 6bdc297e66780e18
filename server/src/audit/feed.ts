import { EXAMPLES, statementCheck } from './check-result.js';

/** Finds feed entries whose stream has no row in `lanes`: they would never be read. */
export const FEED_CHECK = statementCheck('every entry of the feed belongs to a stream', 'entries', {
  name: 'audit-entries-without-stream',
  text: `select count(*)::int as checked, (count(*) filter (where lanes.lane is null))::int as violations,
           (array_agg('stream ' || batch.lane || ', entry ' || batch.seq order by batch.lane, batch.seq)
             filter (where lanes.lane is null))[1:${EXAMPLES}] as examples
         from batches as batch left join lanes on lanes.lane = batch.lane`,
});

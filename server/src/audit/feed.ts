import type pg from 'pg';
import { statement } from '../database/statement.js';
import { type CheckResult, EXAMPLES, FINDINGS, resultOf } from './check-result.js';

const FIND_WITHOUT_STREAM = statement({
  name: 'audit-entries-without-stream',
  text: `select count(*)::int as checked, (count(*) filter (where lanes.lane is null))::int as violations,
           (array_agg('stream ' || batch.lane || ', entry ' || batch.seq order by batch.lane, batch.seq)
             filter (where lanes.lane is null))[1:${EXAMPLES}] as examples
         from batches as batch left join lanes on lanes.lane = batch.lane`,
  row: FINDINGS,
});

/** Finds feed entries whose stream has no row in `lanes`: they would never be read. */
export async function auditFeed(client: pg.ClientBase): Promise<CheckResult> {
  const title = 'every entry of the feed belongs to a stream';
  return resultOf(title, 'entries', await FIND_WITHOUT_STREAM.row(client));
}

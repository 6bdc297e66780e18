import type pg from 'pg';
import { int4, orNull, statement, texts } from '../database/statement.js';
import type { CheckResult } from './audit.js';

const FIND_WITHOUT_STREAM = statement({
  name: 'audit-entries-without-stream',
  text: `select count(*)::int as checked, (count(*) filter (where lanes.lane is null))::int as violations,
           (array_agg('stream ' || batch.lane || ', entry ' || batch.seq order by batch.lane, batch.seq)
             filter (where lanes.lane is null))[1:5] as examples
         from batches as batch left join lanes on lanes.lane = batch.lane`,
  row: { checked: int4, violations: int4, examples: orNull(texts) },
});

/** Finds feed entries whose stream has no row in `lanes`: they would never be read. */
export async function auditFeed(client: pg.ClientBase): Promise<CheckResult> {
  const { checked = 0, violations = 0, examples } = (await FIND_WITHOUT_STREAM.row(client)) ?? {};
  return {
    title: 'every entry of the feed belongs to a stream',
    unit: 'entries',
    checked,
    violations,
    examples: examples ?? [],
  };
}

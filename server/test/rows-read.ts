import type pg from 'pg';

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The rows of tables that a plan has read, those that it dropped included. */
function rowsRead(node: PlanNode): number {
  const { 'Actual Rows': rows, 'Rows Removed by Filter': removed = 0, 'Actual Loops': loops } = node;
  const own = node['Relation Name'] === undefined ? 0 : (rows + removed) * loops;
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), own);
}

/** The rows of tables that all statements of some work read, those that it dropped included. */
export async function rowsReadBy(pool: pg.Pool, work: (pool: pg.Pool) => Promise<unknown>): Promise<number> {
  const queries: pg.QueryConfig[] = [];
  const recording = Object.assign(Object.create(pool) as pg.Pool, {
    query(query: pg.QueryConfig) {
      queries.push(query);
      return pool.query(query);
    },
  });
  await work(recording);
  let rows = 0;
  for (const { text, values } of queries) {
    const explained = await pool.query(`explain (analyze, format json) ${text}`, values);
    rows += rowsRead(explained.rows[0]['QUERY PLAN'][0].Plan);
  }
  return rows;
}

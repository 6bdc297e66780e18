import pg from 'pg';

/** SQL: the values of a constant in brackets, for `in`, so that a statement does not repeat them. */
export function sqlList(values: readonly [string, ...string[]]): string {
  return `(${values.map(pg.escapeLiteral).join(', ')})`;
}

import type pg from 'pg';
import type { RowSet } from '../database/row-set.js';
import { type Columns, type RowWith, type Statement, statement } from '../database/statement.js';

/** The connection of a batch. */
export interface BatchConnection {
  readonly client: pg.ClientBase;
  /** The products of the batch's one shard, as the text of an array; null where the tables are not distributed. */
  readonly products: string | null;
}

interface Forms {
  /** Whether the statement must stay within the shard of its products. */
  readonly isInShard: boolean;
  /** The condition that keeps it there; where the tables are not distributed, it has nothing to say. */
  readonly only: (alias: string) => string;
}

interface BatchDescription<OfColumns extends Columns> {
  readonly name: string;
  /** What it takes, without the products, which come behind. */
  readonly parameters: Pick<RowSet<never>, 'size'>;
  readonly text: (forms: Forms) => string;
  readonly row?: OfColumns;
}

const inShard: Statement<object>[] = [];

/** The statements of a batch in the form in which they stay within one shard. */
export function statementsInShard(): readonly Statement<object>[] {
  return inShard;
}

/**
 * A statement of a batch in two forms. Where tables are distributed by product, PostgreSQL must see in each statement that
 * all it touches is in one shard (decision 44); elsewhere that would only be one more condition.
 */
export class BatchStatement<Row extends object> {
  constructor(
    private readonly plain: Statement<Row>,
    private readonly inShard: Statement<Row>,
  ) {}

  get name(): string {
    return this.plain.name;
  }

  /** Runs it. @returns its rows */
  rows({ client, products }: BatchConnection, values: readonly string[]): Promise<Row[]> {
    return products === null
      ? this.plain.rows(client, [...values])
      : this.inShard.rows(client, [...values, products]);
  }

  /** Runs it. @returns how many rows it changed */
  run({ client, products }: BatchConnection, values: readonly string[]): Promise<number> {
    return products === null
      ? this.plain.run(client, [...values])
      : this.inShard.run(client, [...values, products]);
  }
}

/** Declares both forms. */
export function batchStatement<OfColumns extends Columns = Record<never, never>>({
  name,
  parameters,
  text,
  row,
}: BatchDescription<OfColumns>): BatchStatement<RowWith<OfColumns>> {
  const products = `$${parameters.size + 1}::int4[]`;
  const rows = row === undefined ? {} : { row };
  const ofShard = statement<OfColumns>({
    name: `${name}-in-shard`,
    text: text({ isInShard: true, only: (alias) => `${alias}.product_id = any(${products})` }),
    ...rows,
  });
  inShard.push(ofShard as Statement<object>);
  return new BatchStatement(
    statement<OfColumns>({ name, text: text({ isInShard: false, only: () => 'true' }), ...rows }),
    ofShard,
  );
}

/**
 * A statement that inserts such rows. Rows of `unnest` alone could be of any shard; joined with their books they are of
 * the books' one.
 */
export function insertion<Row>(
  name: string,
  table: string,
  rows: RowSet<Row>,
): BatchStatement<Record<never, never>> {
  const others = rows.columns.filter((column) => column !== 'product_id');
  const columns = ['product_id', ...others].join(', ');
  return batchStatement({
    name,
    parameters: rows,
    text: ({ isInShard, only }) =>
      isInShard
        ? `insert into ${table} (${columns})
           select book.product_id, ${others.map((column) => `made.${column}`).join(', ')}
           from ${rows.as('made')}
           join books as book on book.product_id = made.product_id and book.size = made.size
           where ${only('book')}`
        : `insert into ${table} (${rows.names}) select * from ${rows.as('made')}`,
  });
}

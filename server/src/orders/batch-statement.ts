import type pg from 'pg';
import type { RowSet } from '../database/row-set.js';
import { type Columns, type RowWith, type Statement, statement } from '../database/statement.js';

/** The connection of a batch. */
export interface BatchConnection {
  readonly client: pg.ClientBase;
  /** The products of the batch's one shard, as the text of an array; null if the tables are not distributed. */
  readonly products: string | null;
}

interface Forms {
  /** True if the statement must stay within the shard of its products. */
  readonly isInShard: boolean;
  /** The condition that restricts the statement to its shard; empty if the tables are not distributed. */
  readonly only: (alias: string) => string;
}

interface BatchDescription<OfColumns extends Columns> {
  readonly name: string;
  /** Its parameters, except the products, which follow them. */
  readonly parameters: Pick<RowSet<never>, 'size'>;
  readonly text: (forms: Forms) => string;
  readonly row?: OfColumns;
}

const inShard: Statement<object>[] = [];

/** The statements of a batch in their form for one shard. */
export function statementsInShard(): readonly Statement<object>[] {
  return inShard;
}

/**
 * A statement of a batch in two forms. If tables are distributed by product, PostgreSQL must see in each statement that
 * it touches one shard only (decision 44); otherwise that condition is redundant.
 */
export class BatchStatement<Row extends object> {
  constructor(
    private readonly plain: Statement<Row>,
    private readonly inShard: Statement<Row>,
  ) {}

  get name(): string {
    return this.plain.name;
  }

  /** Runs it. @returns the rows */
  rows({ client, products }: BatchConnection, values: readonly string[]): Promise<Row[]> {
    return products === null
      ? this.plain.rows(client, [...values])
      : this.inShard.rows(client, [...values, products]);
  }

  /** Runs it. @returns the number of changed rows */
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
 * A statement that inserts rows. Rows of `unnest` alone could belong to any shard; joined with their books they belong
 * to the books' shard.
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

import type pg from 'pg';
import type { RowSet } from './row-set.js';
import { type Columns, type RowWith, Statement, statement } from './statement.js';

/** The tables that a batch reads or writes: accounts have a copy on every machine, all others are in shards by product. */
export const TABLES_OF_SHARD = [
  'accounts',
  'batches',
  'books',
  'cancellations',
  'orders',
  'refusals',
  'trades',
] as const;

/** The names of a shard's tables on its machine. */
export type ShardTables = Readonly<Record<(typeof TABLES_OF_SHARD)[number], string>>;

const WHOLE_TABLES = Object.fromEntries(TABLES_OF_SHARD.map((table) => [table, table])) as ShardTables;

/** A connection on which a transaction stays within one shard. */
export interface ShardConnection {
  readonly client: pg.ClientBase;
  /** The tables of the shard; null if the tables are not distributed. */
  readonly tables: ShardTables | null;
}

interface Description<OfColumns extends Columns> {
  readonly name: string;
  readonly text: (tables: ShardTables) => string;
  readonly row?: OfColumns;
}

const declared: ShardStatement<object>[] = [];

/** The statements for one shard of all loaded modules. */
export function shardStatements(): readonly ShardStatement<object>[] {
  return declared;
}

/**
 * A statement that reads and writes the tables of one shard by their own names, on the machine of the shard. There it
 * is planned once, as on a plain PostgreSQL; by the names of the distributed tables, it is planned for each execution,
 * which takes longer than the execution (decision 44).
 */
export class ShardStatement<Row extends object> {
  /** By their texts. */
  private readonly ofShards = new Map<string, Statement<Row>>();

  constructor(
    private readonly whole: Statement<Row>,
    readonly text: (tables: ShardTables) => string,
  ) {}

  get name(): string {
    return this.whole.name;
  }

  /** Runs it. @returns the rows */
  rows({ client, tables }: ShardConnection, values: unknown[]): Promise<Row[]> {
    return this.of(tables).rows(client, values);
  }

  /** Runs it. @returns the number of changed rows */
  run({ client, tables }: ShardConnection, values: unknown[]): Promise<number> {
    return this.of(tables).run(client, values);
  }

  private of(tables: ShardTables | null): Statement<Row> {
    if (tables === null) {
      return this.whole;
    }
    const text = this.text(tables);
    const known = this.ofShards.get(text);
    if (known) {
      return known;
    }
    const name = `${this.name} of shard ${this.ofShards.size + 1}`;
    const made = new Statement<Row>(name, text, this.whole.columns);
    this.ofShards.set(text, made);
    return made;
  }
}

/** Declares it at the top of a module. */
export function shardStatement<OfColumns extends Columns = Record<never, never>>({
  name,
  text,
  row,
}: Description<OfColumns>): ShardStatement<RowWith<OfColumns>> {
  const whole = statement<OfColumns>({ name, text: text(WHOLE_TABLES), ...(row && { row }) });
  const made = new ShardStatement(whole, text);
  declared.push(made as ShardStatement<object>);
  return made;
}

/** A statement that inserts rows. */
export function insertion<Row>(
  name: string,
  table: keyof ShardTables,
  rows: RowSet<Row>,
): ShardStatement<Record<never, never>> {
  return shardStatement({
    name,
    text: (tables) => `insert into ${tables[table]} (${rows.names}) select * from ${rows.as('made')}`,
  });
}

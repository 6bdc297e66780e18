import type pg from 'pg';

/** One column of the rows that a statement gives: its type in the database, and what pg makes of it. */
export interface Column<Value> {
  /** As `pg_type` names it. */
  readonly type: string;
  readonly isNullable: boolean;
  /** Where not every text will do. */
  readonly values?: readonly Value[];
}

export const bool: Column<boolean> = { type: 'bool', isNullable: false };
/** pg makes the local midnight of it: better read it as a text. */
export const date: Column<Date> = { type: 'date', isNullable: false };
export const float8: Column<number> = { type: 'float8', isNullable: false };
export const int4: Column<number> = { type: 'int4', isNullable: false };
export const ints: Column<number[]> = { type: '_int4', isNullable: false };
export const text: Column<string> = { type: 'text', isNullable: false };
export const texts: Column<string[]> = { type: '_text', isNullable: false };
export const timestamptz: Column<Date> = { type: 'timestamptz', isNullable: false };
export const uuid: Column<string> = { type: 'uuid', isNullable: false };

/** A text of which the tables allow only these. */
export function oneOf<Value extends string>(values: readonly Value[]): Column<Value> {
  return { type: 'text', isNullable: false, values };
}

/** JSON of a shape that whoever writes it answers for. */
export function json<Value>(): Column<Value> {
  return { type: 'jsonb', isNullable: false };
}

export function orNull<Value>(column: Column<Value>): Column<Value | null> {
  return { ...column, isNullable: true };
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

export type RowWith<OfColumns extends Columns> = {
  readonly [Name in keyof OfColumns]: OfColumns[Name] extends Column<infer Value> ? Value : never;
};

/** A row that a statement gives. */
export type RowOf<OfStatement> = OfStatement extends { rows(...args: never[]): Promise<(infer Row)[]> }
  ? Row
  : never;

interface Description<OfColumns extends Columns> {
  /** By which connections know it once they have prepared it; no two statements have the same. */
  readonly name: string;
  readonly text: string;
  /** The columns of the rows that it gives; absent where it gives none. */
  readonly row?: OfColumns;
}

const declared: Statement<object>[] = [];

/** The statements of all modules that were loaded. */
export function declaredStatements(): readonly Statement<object>[] {
  return declared;
}

/**
 * Declares a statement, at the top of a module. A test prepares each against the real schema and compares what
 * PostgreSQL says of its rows with what is declared here.
 */
export function statement<OfColumns extends Columns = Record<never, never>>({
  name,
  text,
  row,
}: Description<OfColumns>): Statement<RowWith<OfColumns>> {
  const made = new Statement<RowWith<OfColumns>>(name, text, row ?? {});
  declared.push(made);
  return made;
}

type Connection = Pick<pg.Pool | pg.ClientBase, 'query'>;

/** Each connection prepares it once, when it first runs there. */
export class Statement<Row extends object> {
  constructor(
    readonly name: string,
    readonly text: string,
    readonly columns: Columns,
  ) {}

  /** Runs it. @returns its rows */
  async rows(connection: Connection, values: unknown[] = []): Promise<Row[]> {
    const { name, text } = this;
    return (await connection.query<Row>({ name, text, values })).rows;
  }

  /** Runs it. @returns its first row, or undefined where there is none */
  async row(connection: Connection, values: unknown[] = []): Promise<Row | undefined> {
    return (await this.rows(connection, values))[0];
  }

  /** Runs it. @returns how many rows it changed */
  async run(connection: Connection, values: unknown[] = []): Promise<number> {
    const { name, text } = this;
    return (await connection.query({ name, text, values })).rowCount ?? 0;
  }
}

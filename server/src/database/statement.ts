import pg from 'pg';
import { sendLater, type Transaction } from './transaction.js';

/** A column of a statement's result: its database type and the JavaScript value. */
export interface Column<Value> {
  /** The type's name in `pg_type`. */
  readonly type: string;
  readonly isNullable: boolean;
  /** The allowed values, if restricted. */
  readonly values?: readonly Value[];
}

export const bool: Column<boolean> = { type: 'bool', isNullable: false };
/** pg converts it to local midnight: prefer reading it as text. */
export const date: Column<Date> = { type: 'date', isNullable: false };
export const float8: Column<number> = { type: 'float8', isNullable: false };
export const float8s: Column<number[]> = { type: '_float8', isNullable: false };
export const int4: Column<number> = { type: 'int4', isNullable: false };
export const ints: Column<number[]> = { type: '_int4', isNullable: false };
export const text: Column<string> = { type: 'text', isNullable: false };
export const texts: Column<string[]> = { type: '_text', isNullable: false };
export const timestamptz: Column<Date> = { type: 'timestamptz', isNullable: false };
export const uuid: Column<string> = { type: 'uuid', isNullable: false };

/** A text column restricted to these values. */
export function oneOf<Value extends string>(values: readonly Value[]): Column<Value> {
  return { type: 'text', isNullable: false, values };
}

/** JSON whose shape the author of the statement guarantees. */
export function json<Value>(): Column<Value> {
  return { type: 'jsonb', isNullable: false };
}

/** The same for results that are only sent: PostgreSQL makes it faster than `jsonb`. */
export function plainJson<Value>(): Column<Value> {
  return { type: 'json', isNullable: false };
}

export function orNull<Value>(column: Column<Value>): Column<Value | null> {
  return { ...column, isNullable: true };
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

export type RowWith<OfColumns extends Columns> = {
  readonly [Name in keyof OfColumns]: OfColumns[Name] extends Column<infer Value> ? Value : never;
};

/** A row of a statement's result. */
export type RowOf<OfStatement> = OfStatement extends { rows(...args: never[]): Promise<(infer Row)[]> }
  ? Row
  : never;

interface Description<OfColumns extends Columns> {
  /** The name of the prepared statement, which must be unique. */
  readonly name: string;
  readonly text: string;
  /** The columns of the result; absent without one. */
  readonly row?: OfColumns;
}

const declared: Statement<object>[] = [];

/** The statements of all loaded modules. */
export function declaredStatements(): readonly Statement<object>[] {
  return declared;
}

/**
 * Declares a statement at the top of a module. A test prepares each one against the real schema and compares
 * PostgreSQL's result columns with this declaration.
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

/** A statement that each connection prepares on first use. */
export class Statement<Row extends object> {
  constructor(
    readonly name: string,
    readonly text: string,
    readonly columns: Columns,
  ) {}

  /** Runs it. @returns the rows */
  async rows(connection: Connection, values: unknown[] = []): Promise<Row[]> {
    const { name, text } = this;
    return (await connection.query<Row>({ name, text, values })).rows;
  }

  /** Runs it. @returns the first row, or undefined */
  async row(connection: Connection, values: unknown[] = []): Promise<Row | undefined> {
    return (await this.rows(connection, values))[0];
  }

  /** Runs it, in a transaction without waiting for its answer (`sendLater`). */
  async send(connection: pg.Pool | Transaction, values: unknown[] = []): Promise<void> {
    if (connection instanceof pg.Pool) {
      await this.run(connection, values);
    } else {
      await sendLater(connection, () => this.run(connection, values));
    }
  }

  /** Runs it. @returns the number of changed rows */
  async run(connection: Connection, values: unknown[] = []): Promise<number> {
    const { name, text } = this;
    return (await connection.query({ name, text, values })).rowCount ?? 0;
  }
}

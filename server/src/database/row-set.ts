import type { Column } from './statement.js';

type Cell = string | number | boolean | null;

/** The type of a column and the source of its values; dates, timestamps and JSON are text. */
type ColumnOf<Row> =
  | readonly [Column<number>, (row: Row) => number | null]
  | readonly [Column<boolean>, (row: Row) => boolean | null]
  | readonly [Column<string> | Column<object>, (row: Row) => string | null];

export type ColumnsOf<Row> = Readonly<Record<string, ColumnOf<Row>>>;

/**
 * Many rows as parameters of one statement: an array per column, which `unnest` turns back into rows. The columns are
 * named only here.
 */
export class RowSet<Row> {
  readonly columns: readonly string[];
  /** The columns, such as `product_id, size`. */
  readonly names: string;
  private readonly types: readonly string[];
  private readonly picks: readonly ((row: Row) => Cell)[];

  constructor(columns: ColumnsOf<Row>) {
    const described = Object.values(columns);
    this.columns = Object.keys(columns);
    this.names = this.columns.join(', ');
    this.types = described.map(([{ type }]) => type);
    this.picks = described.map(([, pick]) => pick);
  }

  /** The number of parameters. */
  get size(): number {
    return this.picks.length;
  }

  /**
   * The rows as a table in a statement: `unnest($1::int4[], $2::text[]) as alias (product_id, size)`.
   * @param earlier the number of parameters before those of the rows
   */
  as(alias: string, earlier = 0): string {
    const parameters = this.types.map((type, index) => `$${earlier + index + 1}::${type}[]`).join(', ');
    return `unnest(${parameters}) as ${alias} (${this.names})`;
  }

  /**
   * SQL: the columns of a table have values of these rows. Beside the join by key, it keeps a plan that was made for an
   * empty table from reading the whole table. The parameters of the rows are the first ones.
   */
  among(table: string, columns: readonly string[] = this.columns): string {
    return columns
      .map((column) => {
        const index = this.columns.indexOf(column);
        return `${table}.${column} = any($${index + 1}::${this.types[index]}[])`;
      })
      .join(' and ');
  }

  /** The parameters that hold these rows. */
  values(rows: readonly Row[]): string[] {
    return this.picks.map((pick) => arrayLiteral(rows, pick));
  }
}

const NEEDS_QUOTES = /[",\\{}\s]|^$|^null$/i;

/**
 * One column of many rows as a PostgreSQL array literal. Numbers and ids need no quotes, which makes this several times
 * as fast as the driver's conversion.
 */
function arrayLiteral<Row>(rows: readonly Row[], pick: (row: Row) => Cell): string {
  let literal = '';
  for (const row of rows) {
    const value = pick(row);
    literal += literal === '' ? '{' : ',';
    literal += typeof value === 'string' ? element(value) : String(value);
  }
  return literal === '' ? '{}' : `${literal}}`;
}

function element(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : text;
}

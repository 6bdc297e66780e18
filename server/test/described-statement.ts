import type pg from 'pg';

/** A column of a statement's rows, as PostgreSQL describes it. */
export interface DescribedColumn {
  readonly name: string;
  /** The name in `pg_type`. */
  readonly type: string;
  /** Null for a calculated column, for which PostgreSQL does not report it. */
  readonly isNullable: boolean | null;
  /** The only values that a check of the table allows; null without such a check. */
  readonly values: readonly string[] | null;
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly table: string;
  readonly notNull: boolean | null;
  readonly check: string | null;
}

/**
 * Has PostgreSQL prepare a statement and describe its rows, without running it.
 * @throws PostgreSQL's error
 */
export async function describeStatement(client: pg.ClientBase, text: string): Promise<DescribedColumn[]> {
  const fields = await client.query(new Description(text)).fields;
  const { rows } = await client.query<Field>(
    `select name, typname as type, attrelid::regclass::text as "table", attnotnull as "notNull",
       (
         select pg_get_constraintdef(oid) from pg_constraint
         where conrelid = table_id and contype = 'c' and conkey = array[column_number]::int2[]
       ) as "check"
     from unnest($1::text[], $2::oid[], $3::oid[], $4::int[]) with ordinality
       as field (name, type_id, table_id, column_number, position)
     join pg_type on pg_type.oid = type_id
     left join pg_attribute on attrelid = table_id and attnum = column_number
     order by position`,
    [
      fields.map(({ name }) => name),
      fields.map(({ dataTypeID }) => dataTypeID),
      fields.map(({ tableID }) => tableID),
      fields.map(({ columnID }) => columnID),
    ],
  );
  const missable = tablesJoinedOuter(text);
  return rows.map(({ name, type, table, notNull, check }) => ({
    name,
    type,
    isNullable: notNull === null ? null : !notNull || missable.includes(table),
    values: allowedValues(check),
  }));
}

/** The values in `CHECK ((status = ANY (ARRAY['open'::text, 'traded'::text])))`. */
function allowedValues(check: string | null): string[] | null {
  return check?.includes('= ANY (ARRAY[')
    ? [...check.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value).sort()
    : null;
}

/**
 * The tables whose row may be missing.
 * @throws where the statement does not show it
 */
function tablesJoinedOuter(text: string): string[] {
  return [...text.matchAll(/\b(left|right|full)\s+(?:outer\s+)?join\s+(\S+)/gi)].flatMap(
    ([join, kind, table = '']) => {
      if (kind !== 'left' || !/^\w+$/.test(table)) {
        throw new Error(
          `Cannot determine which columns of "${join}" may be null: join a table from the left.`,
        );
      }
      return [table, ...tablesOfPart(text, table)];
    },
  );
}

/** The tables that `with name as materialized (select …)` reads. */
function tablesOfPart(text: string, name: string): string[] {
  const [, part = ''] = new RegExp(`\\b${name} as materialized \\(\\s*(select[^()]*)`).exec(text) ?? [];
  return [...part.matchAll(/\b(?:from|join)\s+(\w+)/g)].map(([, table = '']) => table);
}

/** The messages of the protocol that prepare a statement and ask for its columns. */
class Description implements pg.Submittable {
  readonly fields: Promise<pg.FieldDef[]>;
  private described: pg.FieldDef[] = [];
  private resolve: (fields: pg.FieldDef[]) => void = () => {};
  private reject: (error: Error) => void = () => {};

  constructor(private readonly text: string) {
    this.fields = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.described = fields;
  }

  handleReadyForQuery(): void {
    this.resolve(this.described);
  }

  handleError(error: Error): void {
    this.reject(error);
  }
}

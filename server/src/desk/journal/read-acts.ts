import type { JournalQuery } from '@perkex/contract/desk-journal.js';
import { ROLES } from '@perkex/contract/roles.js';
import { DAY_MS } from '@perkex/core/figures/days.js';
import type pg from 'pg';
import { msOf } from '../../database/ms-of.js';
import {
  float8,
  json,
  oneOf,
  orNull,
  type RowWith,
  type Statement,
  statement,
  text,
} from '../../database/statement.js';

/** The conditions of the filters, besides the period. Each combination has an index in order of time. */
const CONDITIONS = {
  member: (value: string) => `member = ${value}`,
  act: (value: string) => `act = ${value}`,
  subject: (value: string) => `subject = ${value}`,
  before: (value: string) => `(at, id) < (select at, id from desk_acts where id = ${value}::bigint)`,
};
type Filter = keyof typeof CONDITIONS;
const FILTERS = Object.keys(CONDITIONS) as Filter[];
/** The period and the limit. */
const COMMON_PARAMETERS = 3;

const ROW = {
  id: text,
  atMs: float8,
  member: text,
  role: orNull(oneOf(ROLES)),
  act: text,
  subject: text,
  before: orNull(json<unknown>()),
  after: orNull(json<unknown>()),
  requestId: orNull(text),
};
export type ActRow = RowWith<typeof ROW>;

/** A statement for each set of filters: with optional conditions in one statement, PostgreSQL would use no index. */
const READ_ACTS = new Map<string, Statement<ActRow>>(
  subsetsOf(FILTERS).map((filters) => {
    const conditions = filters.map((filter, index) =>
      CONDITIONS[filter](`$${COMMON_PARAMETERS + index + 1}`),
    );
    return [
      filters.join('-'),
      statement({
        name: ['read-desk-acts', ...filters].join('-'),
        text: `select id::text, ${msOf('at')} as "atMs", member, role, act, subject, before, after,
                 request_id as "requestId"
               from desk_acts
               where ${[`at >= $1::timestamptz`, `at < $2::timestamptz`, ...conditions].join(' and ')}
               order by at desc, desk_acts.id desc limit $3`,
        row: ROW,
      }),
    ];
  }),
);

function subsetsOf(filters: readonly Filter[]): Filter[][] {
  const [first, ...others] = filters;
  if (first === undefined) {
    return [[]];
  }
  return subsetsOf(others).flatMap((subset) => [subset, [first, ...subset]]);
}

/** Each value once, by jumps in the index. */
function distinct(column: 'member' | 'act') {
  return statement({
    name: `list-${column}s-of-desk-acts`,
    text: `with recursive found as (
             (select ${column} as value from desk_acts order by ${column} limit 1)
             union all
             select (select ${column} from desk_acts where ${column} > found.value order by ${column} limit 1)
             from found where found.value is not null
           )
           select value from found where value is not null`,
    row: { value: text },
  });
}
const LIST_MEMBERS = distinct('member');
const LIST_KINDS = distinct('act');

const EVER = { from: '-infinity', to: 'infinity' };

/** Acts, newest first. */
export function readActs(
  pool: pg.Pool,
  { from, to, ...query }: Omit<JournalQuery, 'subject'> & { readonly subject?: string | undefined },
  limit: number,
): Promise<ActRow[]> {
  const given = FILTERS.filter((filter) => query[filter]);
  const read = READ_ACTS.get(given.join('-')) as Statement<ActRow>;
  const period = [from ? startOf(from) : EVER.from, to ? endOf(to) : EVER.to];
  return read.rows(pool, [...period, limit, ...given.map((filter) => query[filter])]);
}

/** All names of members, and all kinds of acts, that the journal has. */
export async function readJournalNames(pool: pg.Pool): Promise<{ members: string[]; kinds: string[] }> {
  const [members, kinds] = await Promise.all([LIST_MEMBERS.rows(pool, []), LIST_KINDS.rows(pool, [])]);
  return { members: members.map(({ value }) => value), kinds: kinds.map(({ value }) => value) };
}

function startOf(day: string): string {
  return `${day}T00:00:00Z`;
}

function endOf(day: string): string {
  return new Date(Date.parse(startOf(day)) + DAY_MS).toISOString();
}

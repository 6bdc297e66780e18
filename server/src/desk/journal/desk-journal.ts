import {
  type Journal,
  type JournalAct,
  type JournalQuery,
  MAX_EXPORTED_ACTS,
  MAX_JOURNAL_PAGE,
} from '@perkex/contract/desk-journal.js';
import { dealCode, parseDealCode } from '@perkex/core/deals/deal-code.js';
import type pg from 'pg';
import { isoTime } from '../../clock/iso-time.js';
import { csvLines } from '../../csv/csv-text.js';
import { pageOf } from '../../database/page-of.js';
import { type ActRow, readActs, readJournalNames } from './read-acts.js';

/** A page of the acts of members, newest first. */
export async function readJournal(pool: pg.Pool, query: JournalQuery): Promise<Journal> {
  const [rows, names] = await Promise.all([
    readActs(pool, withSubject(query), MAX_JOURNAL_PAGE + 1),
    readJournalNames(pool),
  ]);
  const { shown, next } = pageOf(rows, MAX_JOURNAL_PAGE, ({ id }) => id);
  return { acts: shown.map(shownAct), next, ...names };
}

/** The code of a deal means its subject. */
function withSubject(query: JournalQuery): JournalQuery {
  const subject = query.subject?.trim() ?? '';
  const code = parseDealCode(subject);
  return {
    ...query,
    subject: code ? `deal/${dealCode({ productId: code.productId, id: code.firstId })}` : subject,
  };
}

function shownAct({ id, atMs, member, role, act, subject, before, after, requestId }: ActRow): JournalAct {
  const at = isoTime(atMs);
  return { position: id, at, member, role, act, subject, changes: changesOf(before, after), requestId };
}

type Change = JournalAct['changes'][number];

/** The values that differ, by the path to each. */
function changesOf(before: unknown, after: unknown, name = ''): Change[] {
  if (isRecord(before) || isRecord(after)) {
    const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
    const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return names.flatMap((key) => changesOf(old[key], now[key], name === '' ? key : `${name}.${key}`));
  }
  const change = { name, before: textOf(before), after: textOf(after) };
  return change.before === change.after ? [] : [change];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) {
    return null;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const COLUMNS = ['position', 'at', 'member', 'role', 'act', 'subject', 'before', 'after', 'request'];

/** Acts as CSV, newest first. */
export async function journalTable(pool: pg.Pool, query: JournalQuery): Promise<string> {
  const rows = await readActs(pool, withSubject(query), MAX_EXPORTED_ACTS);
  const data = (value: unknown) => (value === null ? '' : JSON.stringify(value));
  return csvLines([
    COLUMNS,
    ...rows.map(({ id, atMs, member, role, act, subject, before, after, requestId }) => [
      id,
      isoTime(atMs),
      member,
      role ?? '',
      act,
      subject,
      data(before),
      data(after),
      requestId ?? '',
    ]),
  ]);
}

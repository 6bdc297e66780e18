import {
  MAX_EXPORTED_TRANSFERS,
  MAX_LEDGER_DAYS,
  MAX_LEDGER_TRANSFERS,
} from '@perkex/contract/desk-ledger.js';
import { ACCOUNTS, type Account } from '@perkex/core/deals/accounts.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import { DEAL_EVENTS, type DealEventType } from '@perkex/core/deals/deal-event.js';
import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';
import type pg from 'pg';
import { isoTime } from '../../clock/iso-time.js';
import { csvLines } from '../../csv/csv-text.js';
import { pageOf } from '../../database/page-of.js';
import type { DealKey } from '../../deals/deal-key.js';
import { NO_DAY_YET } from '../../ledger/daily-roots.js';
import { dollars } from '../../ledger/dollars.js';
import { readAccountDays, readAccountSums } from '../../ledger/ledger-days.js';
import { readDealEntries } from '../../ledger/read-ledger.js';
import {
  type LedgerTransfer,
  nameOfPosition,
  positionOf,
  readTransfers,
} from '../../ledger/read-transfers.js';

function sumsOf({ inCents, outCents, transfers }: { inCents: number; outCents: number; transfers: number }) {
  return {
    in: inCents / CENTS_PER_DOLLAR,
    out: outCents / CENTS_PER_DOLLAR,
    balance: (inCents - outCents) / CENTS_PER_DOLLAR,
    transfers,
  };
}

/** The sums of each account on a UTC day, or of all days. */
export async function readDeskLedger(pool: pg.Pool, day: string | undefined) {
  const rows = await readAccountSums(pool, day || null);
  return {
    accounts: ACCOUNTS.flatMap((account) => {
      const sums = rows.find((row) => row.account === account);
      return sums ? [{ account, ...sumsOf(sums) }] : [];
    }),
  };
}

/** A page of the days of an account. @param before the `next` of the page before */
export async function readLedgerAccount(pool: pg.Pool, account: Account, before: string | undefined) {
  const rows = await readAccountDays(pool, account, before || NO_DAY_YET, MAX_LEDGER_DAYS + 1);
  const { shown, next } = pageOf(rows, MAX_LEDGER_DAYS, ({ day }) => day);
  return { days: shown.map(({ day, ...sums }) => ({ day, ...sumsOf(sums) })), next };
}

interface TransfersOfDay {
  readonly day: string;
  readonly account?: Account | '' | undefined;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
}

/** A page of the transfers of a day. */
export async function readLedgerTransfers(pool: pg.Pool, { day, account, after }: TransfersOfDay) {
  const rows = await readTransfers(pool, {
    day,
    account: account || null,
    after: positionOf(after ?? ''),
    limit: MAX_LEDGER_TRANSFERS + 1,
  });
  const { shown, next } = pageOf(rows, MAX_LEDGER_TRANSFERS, nameOfPosition);
  return { transfers: shown.map(shownTransfer), next };
}

function shownTransfer({ productId, id, event, atMs, from, to, cents }: LedgerTransfer) {
  return {
    code: dealCode({ productId, id }),
    event: nameOf(DEAL_EVENTS, event),
    at: isoTime(atMs),
    from: nameOf(ACCOUNTS, from),
    to: nameOf(ACCOUNTS, to),
    amount: cents / CENTS_PER_DOLLAR,
  };
}

/** Constraints of the tables say the same. */
function nameOf<Name extends string>(names: readonly Name[], text: string): Name {
  const name = names.find((each) => each === text);
  if (name === undefined) {
    throw new Error(`The ledger has "${text}".`);
  }
  return name;
}

/** The transfers of a deal, oldest first. */
export async function readLedgerDeal(pool: pg.Pool, key: DealKey) {
  const entries = await readDealEntries(pool, key);
  const code = dealCode(key);
  return {
    code,
    transfers: entries.flatMap(({ event, at, from, to, cents }) =>
      from === null || to === null || cents === null
        ? []
        : [
            {
              code,
              event: nameOf<DealEventType>(DEAL_EVENTS, event),
              at: new Date(`${at.replace(' ', 'T')}Z`).toISOString(),
              from: nameOf(ACCOUNTS, from),
              to: nameOf(ACCOUNTS, to),
              amount: cents / CENTS_PER_DOLLAR,
            },
          ],
    ),
  };
}

const COLUMNS = ['position', 'at', 'deal', 'event', 'from', 'to', 'amount'];

/** The transfers of a day as CSV, from a position on. */
export async function ledgerTable(pool: pg.Pool, { day, account, after }: TransfersOfDay): Promise<string> {
  const rows = await readTransfers(pool, {
    day,
    account: account || null,
    after: positionOf(after ?? ''),
    limit: MAX_EXPORTED_TRANSFERS,
  });
  return csvLines([
    COLUMNS,
    ...rows.map((row) => [
      nameOfPosition(row),
      isoTime(row.atMs),
      dealCode(row),
      row.event,
      row.from,
      row.to,
      dollars(BigInt(row.cents)),
    ]),
  ]);
}

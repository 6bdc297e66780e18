import type { ByParty } from '@perkex/core/deals/by-party.js';
import type { PaymentMethod } from '@perkex/core/deals/deal.js';
import type { Chance } from '../../../core/test/deal-random.js';
import type { Database } from '../../src/database/connect.js';
import { transaction } from '../../src/database/transaction.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { checkLines, type RawLine } from '../../src/payments/bank/bank-file.js';
import { BankProvider } from '../../src/payments/bank/bank-provider.js';
import { bookLines } from '../../src/payments/bank/book-lines.js';
import { createList, reportEntries } from '../../src/payments/bank/payout-lists.js';
import type { PartyRefs } from '../../src/payments/payment-calls.js';
import type { PaymentProvider } from '../../src/payments/payment-provider.js';
import { type Faults, NO_FAULTS, randomFaults } from '../../src/payments/play/faults.js';
import type { TestMethodName } from '../../src/payments/play/test-methods.js';
import { bankLine } from './bank-line.js';
import {
  type AdapterName,
  DAY_MS,
  openPaymentBench,
  prepareParties,
  RANDOM_METHODS,
  START_MS,
} from './payment-bench.js';

/** A provider at its worst, for one random deal after the other. */
export interface RandomMoney {
  readonly provider: PaymentProvider;
  readonly method: PaymentMethod;
  nowMs(): number;
  begin(key: DealKey, parties: ByParty<string>, chance: Chance): Promise<void>;
  partyRefs(key: DealKey): Promise<PartyRefs>;
  /** An act of a buyer, their bank or finance, or none. @param dieSometimes throws where its process can be killed */
  happen(key: DealKey, dieSometimes: () => void): Promise<void>;
  /** Delivers the webhooks. @returns the references that they name */
  webhooks(): Promise<string[]>;
  pass(ms: number): Promise<void>;
  /** Ends all faults, and books the money that has arrived. */
  calm(key: DealKey): Promise<void>;
  /** Ends what is under way. */
  settle(key: DealKey): Promise<void>;
  /** The money of the deal that the provider has and has paid out, in cents. */
  moved(key: DealKey): Promise<{ readonly keptCents: number; readonly paidOutCents: number }>;
  close(): Promise<void>;
}

const METHODS: readonly TestMethodName[] = ['pm_card_visa', ...RANDOM_METHODS];

/** The stand-in, which loses, repeats and delays answers and webhooks. */
export async function openCardMoney(adapter: AdapterName, database: Database): Promise<RandomMoney> {
  const { pool } = database;
  let faults: Faults = NO_FAULTS;
  let chance: Chance;
  let methodRef: TestMethodName = 'pm_card_visa';
  const bench = await openPaymentBench(adapter, database, {
    faults: {
      nextRequest: () => faults.nextRequest(),
      nextEvent: () => faults.nextEvent(),
      isReordered: () => faults.isReordered(),
    },
  });
  const refs = await prepareParties(bench);
  return {
    provider: bench.provider,
    method: 'card',
    nowMs: bench.nowMs,
    begin: async (_key, _parties, next) => {
      chance = next;
      methodRef = chance.one(METHODS);
      faults = randomFaults(() => chance.below(1_000) / 1_000, 0.3);
    },
    partyRefs: async () => ({ ...refs, methodRef }),
    happen: async ({ id }) => {
      const { rows } = await pool.query<{ intent: string }>(
        `select object->>'id' as intent from play_objects
         where kind = 'payment_intent' and object->>'status' = 'requires_action'
           and strpos(object->'metadata'->>'call', $1) > 0`,
        [id],
      );
      const [asking] = rows;
      if (asking && chance.isOneIn(2)) {
        await bench.standIn.answerBank(asking.intent, chance.isOneIn(2));
      }
      if (chance.isOneIn(4)) {
        methodRef = chance.one(METHODS);
      }
    },
    webhooks: async () => {
      await bench.standIn.deliverEvents();
      return bench.received.splice(0).flatMap(({ body, header }) => {
        const reading = bench.provider.readWebhook(body, header, bench.nowMs());
        return reading.kind === 'event' && reading.ref !== null ? [reading.ref] : [];
      });
    },
    pass: bench.pass,
    calm: async () => {
      faults = NO_FAULTS;
    },
    settle: () => bench.pass(3 * DAY_MS),
    moved: async ({ id }) => {
      const { rows } = await pool.query<{ keptCents: number; paidOutCents: number }>(
        `with own as (
           select kind, object from play_objects where strpos(object->'metadata'->>'call', $1) > 0
         )
         select (
             select coalesce(sum((object->>'amount')::int - (object->>'amount_refunded')::int), 0)::int
             from play_objects
             where kind = 'charge' and object->>'payment_intent' in (
               select object->>'id' from own where kind = 'payment_intent')
           ) as "keptCents",
           (
             select coalesce(sum((object->>'amount')::int), 0)::int from own
             where kind = 'transfer' and not (object->>'reversed')::bool
           ) as "paidOutCents"`,
        [id],
      );
      return rows[0] ?? { keptCents: 0, paidOutCents: 0 };
    },
    close: bench.close,
  };
}

/** Files that have lines twice, too much or too little money, and lists that come back. */
export async function openBankMoney({ pool }: Database): Promise<RandomMoney> {
  let chance: Chance;
  let nowMs = START_MS;
  let isCalm = false;
  /** The lines that have arrived at the bank for this deal. */
  let arrived: RawLine[] = [];
  const arrive = (key: DealKey, cents: number) =>
    arrived.push(
      bankLine(chance, key, { cents, row: arrived.length + 1, bankId: `${key.id} ${arrived.length}` }),
    );
  const book = (lines: readonly RawLine[], afterwards: () => void) =>
    transaction(pool, async (tx) => {
      await bookLines(tx, checkLines(lines), 'ann');
      afterwards();
    });
  const list = (afterwards: () => void) =>
    transaction(pool, async (tx) => {
      const number = await createList(tx, 'ann');
      afterwards();
      return number;
    });
  const report = async (state: 'paid' | 'returned') => {
    const { rows } = await pool.query<{ list: number }>(
      `select distinct list from bank_remittances where state = 'listed'`,
    );
    for (const { list: number } of rows) {
      const said = {
        list: number,
        entries: null,
        state,
        by: 'ann',
        reason: state === 'paid' ? null : 'closed',
      };
      await transaction(pool, (tx) => reportEntries(tx, said));
    }
  };
  return {
    provider: new BankProvider({ pool, returnUrl: ({ id }) => id }),
    method: 'bank-transfer',
    nowMs: () => nowMs,
    begin: async (_key, { buyer, seller }, next) => {
      chance = next;
      isCalm = false;
      arrived = [];
      await pool.query(
        `insert into bank_accounts (user_id, holder, account)
         select name, name, 'GB29NWBK60161331926819' from unnest($1::text[]) as name`,
        [[buyer, seller]],
      );
      await pool.query('insert into accounts (user_id) select unnest($1::text[])', [[buyer, seller]]);
    },
    partyRefs: async () => ({
      customerRef: 'bank',
      methodRef: 'bank-transfer',
      recipientRef: 'bank-account',
    }),
    happen: async (key, dieSometimes) => {
      const { rows } = await pool.query<{ cents: number }>(
        'select amount_cents as cents from bank_payments where deal_id = $1',
        [key.id],
      );
      const wanted = rows[0]?.cents ?? 0;
      switch (chance.below(6)) {
        case 0:
        case 1:
          arrive(key, chance.one([wanted, wanted, Math.ceil(wanted / 2), wanted + 500, 16_00]) || 1);
          await book(arrived, dieSometimes);
          return;
        case 2:
          await book(
            arrived.filter(() => !chance.isOneIn(3)).toSorted(() => chance.below(3) - 1),
            dieSometimes,
          );
          return;
        case 3:
          await list(dieSometimes);
          return;
        case 4:
          await report(chance.isOneIn(3) ? 'returned' : 'paid');
          return;
      }
    },
    webhooks: async () => [],
    pass: async (ms) => {
      nowMs += ms;
    },
    calm: async () => {
      isCalm = true;
      await book(arrived, () => {});
    },
    settle: async () => {
      if (isCalm) {
        await list(() => {});
        await report('paid');
      }
    },
    moved: async ({ id }) => {
      const { rows } = await pool.query<{ keptCents: number; paidOutCents: number }>(
        `with sent as (select kind, amount_cents as cents from bank_remittances where deal_id = $1 and state = 'paid')
         select (
             select coalesce(sum(amount_cents), 0)::int from bank_lines where deal_id = $1
           ) - (
             select coalesce(sum(cents), 0)::int from sent where kind in ('refund', 'return')
           ) as "keptCents",
           (select coalesce(sum(cents), 0)::int from sent where kind = 'pay-out') as "paidOutCents"`,
        [id],
      );
      return rows[0] ?? { keptCents: 0, paidOutCents: 0 };
    },
    close: async () => {},
  };
}

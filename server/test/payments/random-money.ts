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

/** A deal with its users. */
export interface PartiesOfDeal {
  readonly key: DealKey;
  readonly parties: ByParty<string>;
}

/** The money of a deal at the provider, in cents. */
export interface MovedMoney {
  /** The payments, also those of debts, without refunds. */
  readonly keptCents: number;
  readonly paidOutCents: number;
}

/** A provider at its worst, for several random deals at once, and then for the next ones. */
export interface RandomMoney {
  readonly provider: PaymentProvider;
  readonly method: PaymentMethod;
  nowMs(): number;
  begin(deals: readonly PartiesOfDeal[], chance: Chance): Promise<void>;
  partyRefs(key: DealKey): Promise<PartyRefs>;
  /** Acts of buyers, their banks or finance. @param dieSometimes throws where its process can be killed */
  happen(keys: readonly DealKey[], dieSometimes: () => void): Promise<void>;
  /** Delivers the webhooks. @returns the references that they name */
  webhooks(): Promise<string[]>;
  pass(ms: number): Promise<void>;
  /** Begins faults again. */
  disturb(): void;
  /** Ends all faults, and books the money that has arrived. */
  calm(): Promise<void>;
  /** Ends what is under way. */
  settle(keys: readonly DealKey[]): Promise<void>;
  /** The money of each deal, by its id. */
  moved(keys: readonly DealKey[]): Promise<ReadonlyMap<string, MovedMoney>>;
  close(): Promise<void>;
}

const METHODS: readonly TestMethodName[] = ['pm_card_visa', ...RANDOM_METHODS];

const MOVED_BY_CARD = `with own as (
    select split_part(object->'metadata'->>'call', '/', 2) as id, kind, object from play_objects
    where kind in ('payment_intent', 'transfer')
  )
  select own.id,
    coalesce(sum((charge.object->>'amount')::int - (charge.object->>'amount_refunded')::int), 0)::int as "keptCents",
    coalesce(sum((own.object->>'amount')::int)
      filter (where own.kind = 'transfer' and not (own.object->>'reversed')::bool), 0)::int as "paidOutCents"
  from own
  left join play_objects as charge on charge.kind = 'charge' and charge.object->>'payment_intent' = own.object->>'id'
  group by own.id`;

/** The stand-in, which loses, repeats and delays answers and webhooks. */
export async function openCardMoney(adapter: AdapterName, database: Database): Promise<RandomMoney> {
  const { pool } = database;
  let faults: Faults = NO_FAULTS;
  let chance: Chance;
  let methods = new Map<string, TestMethodName>();
  const bench = await openPaymentBench(adapter, database, {
    faults: () => faults,
  });
  const refs = await prepareParties(bench);
  const answerBanks = async (kinds: string, isAnswered: () => boolean) => {
    const { rows } = await pool.query<{ intent: string }>(
      `select id as intent from play_objects
       where kind = 'payment_intent' and object->>'status' = 'requires_action'
         and object->'metadata'->>'call' like $1
       order by seq`,
      [kinds],
    );
    for (const { intent } of rows) {
      if (isAnswered()) {
        await bench.standIn.answerBank(intent, chance.isOneIn(2));
      }
    }
  };
  return {
    provider: bench.provider,
    method: 'card',
    nowMs: bench.nowMs,
    begin: async (deals, next) => {
      chance = next;
      await bench.forget();
      methods = new Map(deals.map(({ key }) => [key.id, chance.one(METHODS)]));
      faults = randomFaults(() => chance.below(1_000) / 1_000, 0.3);
    },
    disturb: () => {
      faults = randomFaults(() => chance.below(1_000) / 1_000, 0.3);
    },
    partyRefs: async ({ id }) => ({ ...refs, methodRef: methods.get(id) ?? 'pm_card_visa' }),
    happen: async (keys) => {
      await answerBanks('%', () => chance.isOneIn(2));
      for (const { id } of keys) {
        if (chance.isOneIn(4)) {
          methods.set(id, chance.one(METHODS));
        }
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
    settle: async () => {
      // The payment of a debt has no deadline that would end it.
      await answerBanks('%/collect-debt', () => true);
      await bench.pass(3 * DAY_MS);
    },
    moved: async () => {
      const { rows } = await pool.query<MovedMoney & { id: string }>(MOVED_BY_CARD);
      return new Map(rows.map((row) => [row.id, row]));
    },
    close: bench.close,
  };
}

/** An open or former payment of a deal, or of a debt with it. */
interface WantedPayment {
  /** The key of the payment itself. */
  readonly key: DealKey;
  readonly cents: number;
  readonly isOfDebt: boolean;
  readonly isOpen: boolean;
}

const MOVED_BY_BANK = `with payment as (
    select product_id, deal_id, coalesce(debt_deal_id, deal_id) as id from bank_payments
    where coalesce(debt_deal_id, deal_id) = any($1::uuid[])
  ), moved as (
    select payment.id, line.amount_cents as kept, 0 as paid_out
    from payment join bank_lines as line
      on line.product_id = payment.product_id and line.deal_id = payment.deal_id
    union all
    select payment.id, -sent.amount_cents, 0
    from payment join bank_remittances as sent
      on sent.product_id = payment.product_id and sent.deal_id = payment.deal_id
    where sent.state = 'paid' and sent.kind in ('refund', 'return')
    union all
    select deal_id, 0, amount_cents from bank_remittances
    where deal_id = any($1::uuid[]) and state = 'paid' and kind = 'pay-out'
  )
  select id, sum(kept)::int as "keptCents", sum(paid_out)::int as "paidOutCents" from moved group by id`;

/** Files that have lines twice, too much or too little money, and lists that come back. */
export async function openBankMoney({ pool }: Database): Promise<RandomMoney> {
  let chance: Chance;
  let nowMs = START_MS;
  let isCalm = false;
  /** The lines that have arrived at the bank for these deals. */
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
  const readWanted = async (keys: readonly DealKey[]): Promise<WantedPayment[]> => {
    const { rows } = await pool.query<DealKey & Omit<WantedPayment, 'key'>>(
      `select product_id as "productId", deal_id as id, amount_cents as cents, debt_deal_id is not null as "isOfDebt",
         state = 'open' as "isOpen"
       from bank_payments where coalesce(debt_deal_id, deal_id) = any($1::uuid[])`,
      [keys.map(({ id }) => id)],
    );
    return rows.map(({ productId, id, ...payment }) => ({ key: { productId, id }, ...payment }));
  };
  return {
    provider: new BankProvider({ pool, returnUrl: ({ id }) => id }),
    method: 'bank-transfer',
    nowMs: () => nowMs,
    begin: async (deals, next) => {
      chance = next;
      isCalm = false;
      arrived = [];
      await pool.query(
        `insert into bank_accounts (user_id, holder, account)
         select name, name, 'GB29NWBK60161331926819' from unnest($1::text[]) as name`,
        [deals.flatMap(({ parties }) => [parties.buyer, parties.seller])],
      );
    },
    disturb: () => {
      isCalm = false;
    },
    partyRefs: async () => ({
      customerRef: 'bank',
      methodRef: 'bank-transfer',
      recipientRef: 'bank-account',
    }),
    happen: async (keys, dieSometimes) => {
      const paying = (await readWanted(keys)).filter(() => chance.isOneIn(3));
      for (const { key, cents } of paying) {
        arrive(key, chance.one([cents, cents, Math.ceil(cents / 2), cents + 500, 16_00]) || 1);
      }
      switch (chance.below(6)) {
        case 0:
        case 1:
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
    settle: async (keys) => {
      if (isCalm) {
        // The payment of a debt has no deadline that would end it.
        const debts = (await readWanted(keys)).filter(({ isOfDebt, isOpen }) => isOfDebt && isOpen);
        for (const { key, cents } of debts) {
          arrive(key, cents);
        }
        if (debts.length > 0) {
          await book(arrived, () => {});
        }
        await list(() => {});
        await report('paid');
      }
    },
    moved: async (keys) => {
      const { rows } = await pool.query<MovedMoney & { id: string }>(MOVED_BY_BANK, [
        keys.map(({ id }) => id),
      ]);
      return new Map(rows.map((row) => [row.id, row]));
    },
    close: async () => {},
  };
}

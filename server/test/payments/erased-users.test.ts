import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginErasure } from '../../src/accounts/account-erasures.js';
import { deleteRemains } from '../../src/accounts/erasure-remains.js';
import { forgetFormerSettings } from '../../src/accounts/forget-settings.js';
import { auditPayments } from '../../src/audit/payments.js';
import type { Database } from '../../src/database/connect.js';
import { transaction } from '../../src/database/transaction.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { savePartyStep } from '../../src/deals/party-step-rows.js';
import { readDeal } from '../../src/deals/read-deal.js';
import { renameInMoneyLines } from '../../src/deals/rename-money-lines.js';
import { type OnStepped, takeStep } from '../../src/deals/take-step.js';
import type { CallKey } from '../../src/payments/call-name.js';
import { readPartyRefs } from '../../src/payments/party-refs.js';
import { readPaymentAccount, saveRecipient, saveSetup } from '../../src/payments/payment-accounts.js';
import type { PaymentCalls } from '../../src/payments/payment-calls.js';
import type { Intent, Party, Transfer } from '../../src/payments/play/stand-in-objects.js';
import { ProviderUnavailableError } from '../../src/payments/provider-unavailable-error.js';
import { forgetRefsOfCalls } from '../../src/payments/retired-accounts.js';
import { buildDeal, fact, NO_HOLIDAYS, TERMS, TRADED_AT_MS } from '../deals.js';
import { NO_PICTURES } from '../picture-server.js';
import { createTestDatabase } from '../test-database.js';
import { openPaymentBench, type PaymentBench } from './payment-bench.js';
import { openPaymentWork } from './payment-work.js';

let database: Database;
let bench: PaymentBench;
let calls: PaymentCalls;
let onStepped: OnStepped;

beforeEach(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  bench = await openPaymentBench('stripe', database);
  const { provider } = bench;
  onStepped = (tx, key, stepped) => calls.send(tx, key, stepped);
  ({ calls } = openPaymentWork({
    pool,
    provider,
    onStepped,
    partyRefs: (key) => readPartyRefs({ pool, provider }, key),
  }));
  await pool.query(
    `insert into accounts (user_id, payment, payout) values ('buyer', 'CC', 'CC'), ('seller', 'CC', 'CC')`,
  );
});

afterEach(async () => {
  const client = await database.pool.connect();
  const results = await auditPayments(client);
  client.release();
  expect(results.filter(({ violations }) => violations > 0)).toEqual([]);
  await database.close();
  await bench.close();
});

type By = 'buyer' | 'seller' | 'member' | 'provider' | 'clock';

async function take(key: DealKey, ...events: readonly (readonly [By, DealEvent])[]): Promise<void> {
  for (const [kind, event] of events) {
    const deal = (await readDeal(database.pool, key))?.deal;
    const nowMs = (event.type === 'deadline-passed' ? deal?.dueAtMs : null) ?? TRADED_AT_MS;
    const command = { ...fact('clock', event), actor: { kind, id: kind } };
    await transaction(database.pool, async (tx) => {
      const result = await takeStep(tx, key, command, { nowMs, holidays: NO_HOLIDAYS });
      expect(result).toMatchObject({ kind: 'stepped' });
      if (result?.kind === 'stepped') {
        await onStepped(tx, key, result);
        if (event.type === 'ship' || event.type === 'claim') {
          const isParcel = event.type === 'ship';
          await savePartyStep(tx, key, result.deal.version, {
            id: `00000000-0000-4000-8000-00000000000${isParcel ? 1 : 2}`,
            type: event.type,
            carrier: isParcel ? 'ups' : null,
            trackingNumber: isParcel ? '1Z999AA10123456784' : null,
            problem: isParcel ? null : 'damaged',
            reason: isParcel ? null : 'The box of Ann Archer is torn.',
          });
        }
      }
    });
  }
}

async function runCalls(): Promise<void> {
  const { rows } = await database.pool.query(
    `select product_id as "productId", deal_id as id, version, kind from provider_calls where outcome is null`,
  );
  for (const key of rows) {
    await calls.make(key);
  }
}

/** Both parties have a card, or an account for payouts, at the provider. */
async function setUp(): Promise<void> {
  const { provider } = bench;
  const card = await provider.prepareMethod({ userId: 'buyer', customerRef: null });
  await bench.completeSetup(card.setupRef, 'pm_card_visa');
  const account = await provider.prepareRecipient({
    userId: 'seller',
    recipientRef: null,
    email: 'a@b.example',
  });
  await bench.completeAccount(account.recipientRef);
  await transaction(database.pool, async (tx) => {
    await saveSetup(tx, 'buyer', provider.name, { ...card, methodRef: 'pm_card_visa' });
    await saveRecipient(tx, 'seller', provider.name, { ...account, isReady: true });
  });
}

/** The account is erased: its trades have the pseudonym. */
async function erase(userId: string, column: 'buyer_id' | 'seller_id'): Promise<void> {
  const { pool } = database;
  await transaction(pool, (tx) => beginErasure(tx, userId));
  const { rows } = await pool.query('select pseudonym from departures where user_id = $1', [userId]);
  await transaction(pool, async (tx) => {
    const renamed = await tx.query(`update trades set ${column} = $2 where ${column} = $1 returning id`, [
      userId,
      rows[0].pseudonym,
    ]);
    await renameInMoneyLines(
      tx,
      { userId, pseudonym: rows[0].pseudonym },
      renamed.rows.map(({ id }) => id),
    );
    await tx.query('delete from departures where user_id = $1', [userId]);
  });
}

async function deletes(): Promise<unknown[]> {
  const failures: unknown[] = [];
  await database.pool.query('update erasure_remains set look_at = now()');
  await deleteRemains(database.pool, { provider: bench.provider, pictures: NO_PICTURES }, (error) =>
    failures.push(error),
  );
  return failures;
}

async function rowsOf(query: string): Promise<unknown[]> {
  return (await database.pool.query(query)).rows;
}

const REFS = `select kind, customer_ref, method_ref, recipient_ref from provider_calls
  where coalesce(customer_ref, method_ref, recipient_ref) is not null`;
const PAY: DealEvent = { type: 'pay', method: 'card', carriedCents: 0 };

/** A deal that has been paid for and shipped. */
async function shipped(): Promise<DealKey> {
  const key = await buildDeal(database);
  await take(key, ['clock', PAY]);
  await runCalls();
  await take(key, ['seller', { type: 'ship' }], ['member', { type: 'receive' }]);
  return key;
}

it('the references of the other party to their credits stay', async () => {
  await setUp();
  const key = await shipped();
  await database.pool.query(
    `with given as (
       insert into deal_events (product_id, deal_id, version, event, data, actor_kind, at, previous_hash, hash)
       select $1, $2, 90 + place, 'pay-credit', jsonb_build_object('party', party), 'clock', now(), '\\x00', '\\x00'
       from unnest(array['buyer', 'seller']) with ordinality as credited (party, place)
       returning version, data->>'party' as party
     )
     insert into provider_calls (product_id, deal_id, version, kind, amount_cents, recipient_ref)
     select $1, $2, version, 'pay-credit', 100, party from given`,
    [key.productId, key.id],
  );
  await forgetRefsOfCalls(database.pool, 'seller', [key]);
  const credits = `select recipient_ref from provider_calls where kind = 'pay-credit' order by version`;
  expect(await rowsOf(credits)).toEqual([{ recipient_ref: 'buyer' }, { recipient_ref: null }]);
  await forgetRefsOfCalls(database.pool, 'buyer', [key]);
  expect(await rowsOf(credits)).toEqual([{ recipient_ref: null }, { recipient_ref: null }]);
});

describe('an erased seller', () => {
  it('is paid out for a deal in progress, and then nothing of them is left at the provider or in calls', async () => {
    await setUp();
    const key = await shipped();
    await erase('seller', 'seller_id');
    expect(await deletes()).toEqual([]);
    await take(key, ['member', { type: 'pass' }], ['clock', { type: 'start-payout', nettedCents: 0 }]);
    await runCalls();
    expect((await bench.objects<Transfer>('transfer')).map(({ amount }) => amount)).toEqual([
      TERMS.sellerTotalCents,
    ]);
    expect(await deletes()).toEqual([]);
    expect(await rowsOf('select tracking_number from party_steps')).toEqual([
      { tracking_number: '1Z999AA10123456784' },
    ]);
    expect((await bench.objects<Party>('v2.core.account')).map(({ closed }) => closed)).toEqual([undefined]);
    const delivered = [
      ['member', { type: 'send' }],
      ['provider', { type: 'parcel-arrived' }],
    ] as const;
    await take(key, ...delivered, ['buyer', { type: 'claim' }], ['member', { type: 'refuse-claim' }]);
    expect(await deletes()).toEqual([]);
    expect((await bench.objects<Party>('v2.core.account')).map(({ closed }) => closed)).toEqual([true]);
    expect(await rowsOf(REFS)).toMatchObject([{ kind: 'collect' }]);
    expect(await rowsOf('select tracking_number, reason from party_steps order by version')).toEqual([
      { tracking_number: null, reason: null },
      { tracking_number: null, reason: 'The box of Ann Archer is torn.' },
    ]);
    expect(await rowsOf('select provider from payment_accounts')).toEqual([{ provider: 'stripe' }]);
    expect(await rowsOf('select pseudonym from erasure_remains')).toEqual([]);
  });

  it('is paid while only some of their trades have the pseudonym', async () => {
    await setUp();
    const key = await shipped();
    await transaction(database.pool, (tx) => beginErasure(tx, 'seller'));
    await take(key, ['member', { type: 'pass' }], ['clock', { type: 'start-payout', nettedCents: 0 }]);
    await runCalls();
    expect(await bench.objects<Transfer>('transfer')).toHaveLength(1);
  });
});

describe('an erased buyer', () => {
  it('has no card any longer, and their customer and words are deleted once the deal has ended', async () => {
    await setUp();
    const key = await shipped();
    await erase('buyer', 'buyer_id');
    const unpaid = await buildDeal(database);
    await database.pool.query(
      `update trades set buyer_id = (select pseudonym from erasure_remains) where id = $1`,
      [unpaid.id],
    );
    await take(unpaid, ['clock', PAY]);
    await runCalls();
    expect((await readDeal(database.pool, unpaid))?.deal).toMatchObject({ payment: 'failed' });
    const passed = ['clock', { type: 'deadline-passed' }] as const;
    await take(unpaid, passed, passed);
    await take(key, ['member', { type: 'pass' }], ['clock', { type: 'start-payout', nettedCents: 0 }]);
    await runCalls();
    await take(
      key,
      ['member', { type: 'send' }],
      ['provider', { type: 'parcel-arrived' }],
      ['buyer', { type: 'claim' }],
    );
    await database.pool.query(
      `insert into claim_photos values ($1, $2, gen_random_uuid(), now(), repeat('ab', 32))`,
      [key.productId, key.id],
    );
    expect(await deletes()).toEqual([]);
    expect(await rowsOf('select id from claim_photos')).toHaveLength(1);
    expect(await rowsOf(REFS)).toMatchObject([{ kind: 'collect' }, { kind: 'pay-out' }]);
    await take(key, ['member', { type: 'refuse-claim' }]);
    await database.pool.query(
      `with parcel as (
         insert into parcels_from_us (product_id, deal_id, version, receiver, carrier, tracking_number)
         select product_id, deal_id, max(version), party, 'ups', '1Z999AA10123456785'
         from deal_events cross join unnest(array['buyer', 'seller']) as party where deal_id = $1 and event = 'send'
           and party = 'buyer' or deal_id = $1 and event = 'receive' and party = 'seller'
         group by product_id, deal_id, party returning product_id, deal_id, receiver
       )
       insert into parcel_labels (product_id, deal_id, receiver, state, image, tracking_number, bought_at)
       select product_id, deal_id, receiver, 'bought', '\\x00', '1Z999AA10123456785', now() from parcel`,
      [key.id],
    );
    expect(await deletes()).toEqual([]);
    expect(await rowsOf('select id from claim_photos')).toEqual([]);
    expect(await rowsOf('select receiver from parcels_from_us')).toEqual([{ receiver: 'seller' }]);
    expect(
      await rowsOf(
        'select receiver from parcel_labels where coalesce(image::text, tracking_number) is not null',
      ),
    ).toEqual([{ receiver: 'seller' }]);
    expect((await bench.objects<Party>('customer')).map(({ deleted }) => deleted)).toEqual([true]);
    expect(await rowsOf(REFS)).toMatchObject([{ kind: 'pay-out' }]);
    expect(await rowsOf('select tracking_number, reason from party_steps order by version')).toEqual([
      { tracking_number: '1Z999AA10123456784', reason: null },
      { tracking_number: null, reason: null },
    ]);
  });

  it('is deleted at the provider again and again until it answers', async () => {
    await setUp();
    await erase('buyer', 'buyer_id');
    const { provider } = bench;
    const failures: unknown[] = [];
    const failing = {
      name: provider.name,
      forgetParty: () => Promise.reject(new ProviderUnavailableError('No answer.')),
    };
    await deleteRemains(database.pool, { provider: failing, pictures: NO_PICTURES }, (error) =>
      failures.push(error),
    );
    expect(failures).toHaveLength(1);
    expect(
      await rowsOf('select customer_ref is not null as kept from payment_accounts order by 1'),
    ).toContainEqual({
      kept: true,
    });
    expect(await deletes()).toEqual([]);
    expect((await bench.objects<Party>('customer')).map(({ deleted }) => deleted)).toEqual([true]);
    await provider.forgetParty({
      customerRef: (await bench.objects<Party>('customer'))[0]!.id,
      recipientRef: null,
    });
  });
});

describe('an erased user who owes a penalty', () => {
  /** Their payment of it is under way. */
  async function payingSeller(method: 'pm_card_visa' | 'pm_card_authenticationRequired'): Promise<CallKey> {
    await setUp();
    const { provider } = bench;
    const card = await provider.prepareMethod({ userId: 'seller', customerRef: null });
    await bench.completeSetup(card.setupRef, method);
    await transaction(database.pool, (tx) =>
      saveSetup(tx, 'seller', provider.name, { ...card, methodRef: method }),
    );
    const key = await buildDeal(database);
    await take(key, ['clock', PAY]);
    await runCalls();
    const passed = ['clock', { type: 'deadline-passed' }] as const;
    await take(key, passed, passed);
    await runCalls();
    await take(key, ['seller', { type: 'pay-debt', debtCents: 30_00 }]);
    const version = (await readDeal(database.pool, key))?.deal.version ?? 0;
    return { ...key, version, kind: 'collect-debt' };
  }

  const dealOf = async (key: DealKey) => (await readDeal(database.pool, key))?.deal;
  const customers = async () =>
    (await bench.objects<Party>('customer')).map(({ deleted }) => deleted === true);

  it('keeps their references while the outcome of their payment is unknown', async () => {
    const call = await payingSeller('pm_card_visa');
    const collect = bench.provider.collect.bind(bench.provider);
    vi.spyOn(bench.provider, 'collect').mockImplementationOnce(async (request) => {
      await collect(request);
      return { kind: 'unknown', needsNewAttempt: false };
    });
    await expect(calls.make(call)).rejects.toThrow(ProviderUnavailableError);
    await erase('seller', 'seller_id');
    expect(await deletes()).toEqual([]);
    await calls.make(call);
    expect(await dealOf(call)).toMatchObject({ collectingDebtCents: 0, lastDebtCents: 30_00 });
    expect(await deletes()).toEqual([]);
    expect(await customers()).toEqual([true, false]);
  });

  it('is not asked to confirm their payment any longer', async () => {
    const call = await payingSeller('pm_card_authenticationRequired');
    await calls.make(call);
    await erase('seller', 'seller_id');
    expect(await deletes()).toEqual([]);
    await database.pool.query(`update provider_calls set check_at = now() where kind = 'collect-debt'`);
    await calls.checkDueCalls();
    expect(await dealOf(call)).toMatchObject({ collectingDebtCents: 0, lastDebtCents: 0 });
    expect((await bench.objects<Intent>('payment_intent'))[0]?.status).toBe('canceled');
    expect(await deletes()).toEqual([]);
    expect(await customers()).toEqual([true, false]);
  });
});

it('an account transfer deletes the data of the former user at the provider at once', async () => {
  await setUp();
  await transaction(database.pool, (tx) => forgetFormerSettings(tx, 'buyer'));
  expect(await deletes()).toEqual([]);
  expect((await bench.objects<Party>('customer')).map(({ deleted }) => deleted)).toEqual([true]);
});

it('the owner of a transferred account gets a customer and an account of their own at the provider', async () => {
  const { pool } = database;
  const { provider } = bench;
  const prepare = async () => {
    const account = { userId: 'buyer', ...(await readPaymentAccount(pool, 'buyer', provider.name)) };
    const card = await provider.prepareMethod(account);
    const payouts = await provider.prepareRecipient({ ...account, email: 'a@b.example' });
    await transaction(pool, async (tx) => {
      await saveSetup(tx, 'buyer', provider.name, card, account.removals);
      await saveRecipient(tx, 'buyer', provider.name, payouts, account.removals);
    });
    return [card.customerRef, payouts.recipientRef];
  };
  const refs = new Set<string>();
  for (const _owner of [1, 2, 3]) {
    for (const ref of await prepare()) {
      refs.add(ref);
    }
    await transaction(pool, (tx) => forgetFormerSettings(tx, 'buyer'));
  }
  expect(refs.size).toBe(6);
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/connect.js';
import type { CallOutcome, CollectRequest } from '../../src/payments/payment-provider.js';
import { signature } from '../../src/payments/play/event-queue.js';
import type { RequestFault } from '../../src/payments/play/faults.js';
import { NO_FAULTS } from '../../src/payments/play/faults.js';
import type { Intent } from '../../src/payments/play/stand-in-objects.js';
import type { TestMethodName } from '../../src/payments/play/test-methods.js';
import { ProviderUnavailableError } from '../../src/payments/provider-unavailable-error.js';
import { createTestDatabase } from '../test-database.js';
import { ADAPTERS, DAY_MS, openPaymentBench, type PaymentBench, prepareParties } from './payment-bench.js';

const CENTS = 234_56;
const RETURN_URL = 'https://shop.example/dashboard/orders/1';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

describe.each(ADAPTERS)('the provider %s', (adapter) => {
  let bench: PaymentBench;
  /** The package repeats a request once if the connection breaks, whatever `maxNetworkRetries` is. */
  let requestFaults: RequestFault[];
  /** The call of each test, so that tests share no idempotency keys. */
  let call: { productId: number; id: string; version: number };

  beforeEach(async () => {
    requestFaults = [];
    call = { productId: 1, id: randomUUID(), version: 1 };
    const faults = { ...NO_FAULTS, nextRequest: () => requestFaults.shift() ?? 'none' };
    bench = await openPaymentBench(adapter, database, { faults: () => faults });
  });

  afterEach(() => bench.close());

  async function collectRequest(method: TestMethodName = 'pm_card_visa', attempt = 1) {
    const { customerRef, methodRef } = await prepareParties(bench, method);
    const common = { amountCents: CENTS, attempt, tradedAtMs: bench.nowMs(), returnUrl: RETURN_URL };
    return {
      kind: 'collect',
      call: { ...call, kind: 'collect' },
      customerRef,
      methodRef,
      ...common,
    } as const;
  }

  function refundRequest(paymentRef: string, amountCents = CENTS) {
    const common = { amountCents, attempt: 1, tradedAtMs: bench.nowMs() };
    return { kind: 'refund', call: { ...call, version: 5, kind: 'refund' }, paymentRef, ...common } as const;
  }

  async function payOutRequest() {
    const { recipientRef } = await prepareParties(bench);
    const common = { amountCents: 200_00, attempt: 1, tradedAtMs: bench.nowMs() };
    return {
      kind: 'pay-out',
      call: { ...call, version: 4, kind: 'pay-out' },
      recipientRef,
      ...common,
    } as const;
  }

  async function collected(method: TestMethodName = 'pm_card_visa'): Promise<string> {
    return refOf(await bench.provider.collect(await collectRequest(method)));
  }

  function payments(): Promise<Intent[]> {
    return bench.objects<Intent>('payment_intent');
  }

  const stateOf = async (ref: string) => (await bench.provider.retrieve(ref)).outcome;

  describe('collects a payment', () => {
    it('of a working card at once', async () => {
      const request = await collectRequest();
      const outcome = await bench.provider.collect(request);
      const done = { kind: 'done', amountCents: CENTS, currency: 'usd', dispute: 'none' };
      expect(outcome).toMatchObject(done);
      expect(await bench.provider.retrieve(refOf(outcome))).toMatchObject({
        call: request.call,
        outcome: done,
      });
    });

    it.each([
      ['pm_card_visa_chargeDeclined', 'generic_decline', false],
      ['pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds', false],
      ['pm_card_chargeDeclinedProcessingError', 'processing_error', true],
    ] as const)('of %s is declined', async (method, code, canRetry) => {
      const outcome = await bench.provider.collect(await collectRequest(method));
      expect(outcome).toMatchObject({ kind: 'declined', code, canRetry });
      expect(await stateOf(refOf(outcome))).toMatchObject({ kind: 'declined', code });
    });

    it('with an unknown method is declined without a reference', async () => {
      const request = { ...(await collectRequest()), methodRef: 'pm_gone' };
      expect(await bench.provider.collect(request)).toEqual({
        kind: 'declined',
        ref: null,
        code: 'resource_missing',
        canRetry: false,
      });
    });

    it('from a bank account takes days', async () => {
      const ref = await collected('pm_usBankAccount_success');
      expect(await stateOf(ref)).toEqual({ kind: 'pending', ref });
      await bench.pass(4 * DAY_MS);
      expect(await stateOf(ref)).toMatchObject({ kind: 'done', amountCents: CENTS });
    });

    it('from an empty bank account fails after days', async () => {
      const ref = await collected('pm_usBankAccount_insufficientFunds');
      await bench.pass(4 * DAY_MS);
      expect(await stateOf(ref)).toMatchObject({ kind: 'declined', code: 'insufficient_funds' });
    });

    it('once for the same attempt', async () => {
      const request = await collectRequest();
      const outcomes = [await bench.provider.collect(request), await bench.provider.collect(request)];
      expect(outcomes[1]).toEqual(outcomes[0]);
      expect(await payments()).toHaveLength(1);
    });

    it('again for another attempt', async () => {
      const first = await collectRequest('pm_card_chargeDeclinedProcessingError');
      await bench.provider.collect(first);
      const second = await bench.provider.collect({ ...first, attempt: 2, methodRef: 'pm_card_visa' });
      expect(second).toMatchObject({ kind: 'done' });
    });
  });

  describe('sends the buyer to their bank', () => {
    async function asked(): Promise<{ ref: string; url: string }> {
      const outcome = await bench.provider.collect(await collectRequest('pm_card_authenticationRequired'));
      if (outcome.kind !== 'needs-buyer') {
        throw new Error(`The outcome is ${outcome.kind}.`);
      }
      return outcome;
    }

    it('who can pay there', async () => {
      const { ref, url } = await asked();
      expect((await bench.visitBank(url)).body).toContain('Pay 234.56 USD');
      const { statusCode, headers } = await bench.visitBank(url, 'accept');
      expect([statusCode, headers.location]).toEqual([303, RETURN_URL]);
      expect(await stateOf(ref)).toMatchObject({ kind: 'done', amountCents: CENTS });
    });

    it('who can refuse there', async () => {
      const { ref, url } = await asked();
      await bench.visitBank(url, 'refuse');
      expect(await stateOf(ref)).toMatchObject({ kind: 'declined', canRetry: false });
    });

    it('who can leave the page, until the payment is reversed', async () => {
      const { ref, url } = await asked();
      expect(await stateOf(ref)).toEqual({ kind: 'needs-buyer', ref, url });
      await bench.provider.reverse(ref);
      expect(await stateOf(ref)).toMatchObject({ kind: 'declined', code: 'canceled' });
      expect((await bench.visitBank(url, 'accept')).body).toContain('no longer needs');
      expect(await stateOf(ref)).toMatchObject({ kind: 'declined', code: 'canceled' });
    });
  });

  describe('reverses a payment', () => {
    it('that has succeeded, completely and once', async () => {
      const ref = await collected();
      await bench.provider.reverse(ref);
      await bench.provider.reverse(ref);
      const refunds = await bench.objects('refund');
      expect(refunds).toMatchObject([{ amount: CENTS, payment_intent: ref }]);
    });
  });

  describe('refunds', () => {
    it('a payment', async () => {
      const request = refundRequest(await collected());
      const outcome = await bench.provider.refund(request);
      expect(outcome).toMatchObject({ kind: 'done', amountCents: CENTS });
      expect((await bench.provider.retrieve(refOf(outcome))).call).toEqual(request.call);
    });

    it('not more than was paid', async () => {
      expect(await bench.provider.refund(refundRequest(await collected(), CENTS + 1))).toMatchObject({
        kind: 'declined',
        ref: null,
      });
    });

    it('a part, and then the rest', async () => {
      const ref = await collected();
      const part = refundRequest(ref, 100);
      await bench.provider.refund(part);
      const rest = { ...part, call: { ...part.call, version: 9 }, amountCents: CENTS - 100 };
      expect(await bench.provider.refund(rest)).toMatchObject({ kind: 'done', amountCents: CENTS - 100 });
    });

    it('that take days, and that bounce', async () => {
      const slow = refOf(
        await bench.provider.refund(refundRequest(await collected('pm_card_pendingRefund'))),
      );
      expect(await stateOf(slow)).toMatchObject({ kind: 'pending' });
      call = { ...call, id: randomUUID() };
      const failing = refOf(
        await bench.provider.refund(refundRequest(await collected('pm_card_refundFail'))),
      );
      expect(await stateOf(failing)).toMatchObject({ kind: 'done' });
      await bench.pass(3 * DAY_MS);
      expect(await stateOf(slow)).toMatchObject({ kind: 'done' });
      expect(await stateOf(failing)).toMatchObject({ kind: 'declined', code: 'expired_or_canceled_card' });
    });
  });

  describe('pays out', () => {
    it('to a seller', async () => {
      const request = await payOutRequest();
      const outcome = await bench.provider.payOut(request);
      expect(outcome).toMatchObject({ kind: 'done', amountCents: 200_00 });
      expect((await bench.provider.retrieve(refOf(outcome))).call).toEqual(request.call);
    });

    it('and sees that the money came back', async () => {
      const ref = refOf(await bench.provider.payOut(await payOutRequest()));
      await bench.standIn.act((account) => account.reverseTransfer(ref));
      expect(await stateOf(ref)).toMatchObject({ kind: 'declined', code: 'reversed' });
    });
  });

  it('a payout beyond the available balance is not declined, and succeeds with a new attempt', async () => {
    const request = await payOutRequest();
    bench.standIn.availableCents = request.amountCents - 1;
    expect(await bench.provider.payOut(request)).toEqual({ kind: 'unknown', needsNewAttempt: true });
    expect(await bench.provider.find(request)).toBeNull();
    bench.standIn.availableCents = request.amountCents;
    expect(await bench.provider.payOut({ ...request, attempt: 2 })).toMatchObject({ kind: 'done' });
  });

  describe('whose answer is lost', () => {
    const ANSWERED = {
      'broken-before': false,
      'broken-after': false,
      'error-before': true,
      'error-after': true,
    };

    it.each(['broken-before', 'error-before'] as const)('%s: finds nothing', async (fault) => {
      for (const [request, make] of await requests()) {
        requestFaults = [fault, ...(fault.startsWith('broken') ? [fault] : [])];
        expect(await make()).toEqual({ kind: 'unknown', needsNewAttempt: ANSWERED[fault] });
        expect(await bench.provider.find(request)).toBeNull();
      }
    });

    it.each(['broken-after', 'error-after'] as const)('%s: finds what was done', async (fault) => {
      for (const [request, make] of await requests()) {
        requestFaults = [fault, ...(fault.startsWith('broken') ? [fault] : [])];
        expect(await make()).toEqual({ kind: 'unknown', needsNewAttempt: ANSWERED[fault] });
        expect(await bench.provider.find(request)).toMatchObject({
          kind: 'done',
          amountCents: request.amountCents,
        });
      }
    });

    it('goes on asking the buyer', async () => {
      const request = await collectRequest('pm_card_authenticationRequired');
      requestFaults = ['broken-after', 'broken-after'];
      expect(await bench.provider.collect(request)).toMatchObject({ kind: 'unknown' });
      expect(await bench.provider.find(request)).toMatchObject({ kind: 'needs-buyer' });
      expect(await payments()).toHaveLength(1);
    });

    it('finds a payment among many, after its key was forgotten', async () => {
      const request = await collectRequest();
      requestFaults = ['broken-after', 'broken-after'];
      await bench.provider.collect(request);
      for (let other = 0; other < 120; other += 1) {
        const { id } = await paymentOfAnotherDeal(request);
        expect(id).not.toBe('');
      }
      await bench.pass(2 * DAY_MS);
      expect(await bench.provider.find(request)).toMatchObject({ kind: 'done' });
    });

    it('does not take the decline of another attempt for its own', async () => {
      const request = await collectRequest('pm_card_chargeDeclinedProcessingError');
      await bench.provider.collect(request);
      expect(await bench.provider.find(request)).toMatchObject({ kind: 'declined' });
      expect(await bench.provider.find({ ...request, attempt: 2 })).toBeNull();
    });

    it('says nothing rather than something wrong while the provider is away', async () => {
      const request = await collectRequest();
      const ref = refOf(await bench.provider.collect(request));
      const unknown = { kind: 'unknown', needsNewAttempt: false };
      requestFaults = Array(4).fill('broken-before');
      expect(await bench.provider.find(request)).toEqual(unknown);
      expect(await bench.provider.retrieve(ref)).toEqual({ call: null, outcome: unknown });
      expect(await stateOf('pi_unknown')).toEqual(unknown);
      requestFaults = ['error-before'];
      await expect(bench.provider.reverse(ref)).rejects.toThrow('no usable answer');
    });

    async function requests() {
      const collect = await collectRequest();
      const refund = refundRequest(
        refOf(await bench.provider.collect({ ...collect, call: { ...collect.call, version: 2 } })),
      );
      const payOut = await payOutRequest();
      return [
        [collect, () => bench.provider.collect(collect)],
        [refund, () => bench.provider.refund(refund)],
        [payOut, () => bench.provider.payOut(payOut)],
      ] as const;
    }

    async function paymentOfAnotherDeal({ customerRef, methodRef, amountCents }: CollectRequest) {
      return bench.standIn.act(({ intents }) =>
        intents.createIntent({
          amount: amountCents,
          currency: 'usd',
          customer: customerRef,
          method: methodRef,
          metadata: { call: `1/${randomUUID()}/1/collect`, attempt: '1' },
        }),
      );
    }
  });

  describe('disputes', () => {
    it.each(['won', 'lost'] as const)('are seen open and %s', async (end) => {
      const ref = await collected('pm_card_createDispute');
      expect(await stateOf(ref)).toMatchObject({ kind: 'done', dispute: 'open' });
      const [dispute] = await bench.objects('dispute');
      await bench.standIn.act(({ intents }) => intents.closeDispute(dispute?.id ?? '', end));
      expect(await stateOf(ref)).toMatchObject({ kind: 'done', dispute: end });
    });

    it('stop refunds, until they are won', async () => {
      const ref = await collected('pm_card_createDispute');
      const [dispute] = await bench.objects('dispute');
      const refused = { kind: 'declined', code: 'charge_disputed' };
      expect(await bench.provider.refund(refundRequest(ref, 100))).toMatchObject(refused);
      for (const [end, outcome] of [
        ['lost', refused],
        ['won', { kind: 'done' }],
      ] as const) {
        await bench.standIn.act(({ intents }) => intents.closeDispute(dispute?.id ?? '', end));
        call = { ...call, id: randomUUID() };
        expect(await bench.provider.refund(refundRequest(ref, 100))).toMatchObject(outcome);
      }
    });
  });

  describe('webhooks', () => {
    async function webhook() {
      const ref = await collected();
      await bench.standIn.deliverEvents();
      const [{ body, header } = { body: Buffer.alloc(0), header: '' }] = bench.received;
      return { ref, body, header };
    }

    it('name their reference', async () => {
      const { ref, body, header } = await webhook();
      const id = expect.stringMatching(/^evt_/);
      expect(bench.provider.readWebhook(body, header, bench.nowMs())).toEqual({ kind: 'event', id, ref });
    });

    it('of another hand, changed, or old are refused', async () => {
      const { body, header } = await webhook();
      const refused = { kind: 'refused', reason: 'unsigned' };
      const read = (bytes: Buffer, signed: string, nowMs = bench.nowMs()) =>
        bench.provider.readWebhook(bytes, signed, nowMs);
      expect(read(body, signature(body, 'whsec_other', bench.nowMs() / 1_000))).toEqual(refused);
      expect(read(body, '')).toEqual(refused);
      expect(read(body, 'nonsense')).toEqual(refused);
      expect(read(Buffer.concat([body, Buffer.from(' ')]), header)).toEqual(refused);
      expect(read(body, header, bench.nowMs() + 301_000)).toEqual(refused);
    });
  });

  describe('prepares an account for a seller', () => {
    const REQUEST = {
      userId: 'bob',
      email: 'bob@shop.example',
      recipientRef: null,
    };
    const isPlay = adapter === 'play';

    it('once, however often it is asked', async () => {
      const { recipientRef } = await bench.provider.prepareRecipient(REQUEST);
      expect(recipientRef).toMatch(/^acct_/);
      expect(await bench.provider.prepareRecipient(REQUEST)).toMatchObject({ recipientRef });
      expect(await bench.objects('v2.core.account')).toHaveLength(1);
    });

    it(isPlay ? 'that can be paid at once' : 'that can be paid once its form is completed', async () => {
      const prepared = await bench.provider.prepareRecipient(REQUEST);
      const { recipientRef } = prepared;
      expect(prepared).toEqual({ recipientRef, isReady: isPlay });
      expect(await bench.provider.recipientForm(recipientRef, RETURN_URL)).toContain(recipientRef);
      const payOut = { ...(await payOutRequest()), recipientRef };
      if (!isPlay) {
        expect(await bench.provider.payOut(payOut)).toMatchObject({
          kind: 'declined',
          code: 'insufficient_capabilities_for_transfer',
        });
        await bench.completeAccount(recipientRef);
      }
      const ready = { recipientRef, isReady: true };
      expect(await bench.provider.prepareRecipient({ ...REQUEST, recipientRef })).toEqual(ready);
      expect(await bench.provider.payOut({ ...payOut, attempt: 2 })).toMatchObject({ kind: 'done' });
    });
  });

  describe('prepares a card for a buyer', () => {
    const prepare = (customerRef: string | null) =>
      bench.provider.prepareMethod({ userId: 'ann', customerRef });

    it(adapter === 'play' ? 'that works at once' : 'that works once it is entered', async () => {
      const { customerRef, setupRef, methodRef, clientSecret } = await prepare(null);
      expect(customerRef).toMatch(/^cus_/);
      if (adapter === 'play') {
        expect({ methodRef, clientSecret }).toEqual({ methodRef: 'pm_card_visa', clientSecret: null });
      } else {
        expect({ methodRef, clientSecret }).toEqual({
          methodRef: null,
          clientSecret: expect.stringMatching(/_secret$/),
        });
        expect(await bench.provider.readMethod(setupRef)).toBeNull();
        await bench.completeSetup(setupRef, 'pm_card_visa');
      }
      expect(await bench.provider.readMethod(setupRef)).toBe('pm_card_visa');
      const request = { ...(await collectRequest()), customerRef, methodRef: 'pm_card_visa' };
      expect(await bench.provider.collect(request)).toMatchObject({ kind: 'done' });
    });

    it('of the same customer as the one before', async () => {
      const { customerRef } = await prepare(null);
      expect(await prepare(customerRef)).toMatchObject({ customerRef });
      expect(await bench.objects('customer')).toHaveLength(1);
    });
  });

  it('says that a refused set-up is an error, without details', async () => {
    const gone = { userId: 'bob', email: null, recipientRef: 'acct_gone' };
    const refused = new Error('The payment provider refused a set-up: 404 resource_missing.');
    await expect(bench.provider.prepareRecipient(gone)).rejects.toEqual(refused);
  });

  it.each(['broken-before', 'error-after'] as const)('says that it has no answer after %s', async (fault) => {
    const { provider } = bench;
    const { setupRef } = await provider.prepareMethod({ userId: 'ann', customerRef: null });
    const { recipientRef } = await prepareParties(bench);
    const seller = { userId: 'bob', email: 'bob@shop.example', recipientRef: null };
    for (const ask of [
      () => provider.prepareMethod({ userId: 'cat', customerRef: null }),
      () => provider.readMethod(setupRef),
      () => provider.prepareRecipient(seller),
      () => provider.recipientForm(recipientRef, RETURN_URL),
    ]) {
      requestFaults = [fault, fault];
      await expect(ask()).rejects.toThrow(ProviderUnavailableError);
      requestFaults = [];
    }
  });
});

function refOf(outcome: CallOutcome): string {
  if (outcome.kind === 'unknown' || outcome.ref === null) {
    throw new Error(`The outcome ${outcome.kind} has no reference.`);
  }
  return outcome.ref;
}

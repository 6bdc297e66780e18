import { describe, expect, it } from 'vitest';
import { readOutbox } from './identity/mail-reader.js';
import { buildTrader, SHIPPING, signUp, type TestUser, useMarket } from './test-app.js';

/** The owner learns of a changed setting by mail and in the security log. */

const market = useMarket();

let people = 0;

function newEmail(): string {
  people += 1;
  return `owner${people}@shop.example`;
}

const changesOf = async (user: TestUser) =>
  (await user.get('/auth/events'))
    .json<{ events: { kind: string }[] }>()
    .events.map(({ kind }) => kind)
    .filter((kind) => kind.endsWith('-changed'));

const subjectsTo = async (email: string) =>
  (await readOutbox(market.outbox))
    .filter(({ headers }) => headers.get('to') === email)
    .map(({ headers }) => headers.get('subject'))
    .sort();

/** The subjects of all mails to an owner, once none is waiting to be sent. */
async function mailsTo(email: string): Promise<(string | undefined)[]> {
  await expect
    .poll(async () => {
      const { rows } = await market.database.pool.query("select from jobs where data->>'email' = $1", [
        email,
      ]);
      return rows.length;
    })
    .toBe(0);
  return subjectsTo(email);
}

const CHANGES = [
  ['/payout', { payout: 'CC' }, 'payout-changed', 'PerkeX: Your payout was changed'],
  ['/payment', { payment: 'PAYPAL' }, 'payment-changed', 'PerkeX: Your payment was changed'],
  ['/shipping', { ...SHIPPING, zip: 'N2' }, 'shipping-changed', 'PerkeX: Your shipping was changed'],
] as const;

describe('a setting', () => {
  it.each(CHANGES)(
    '%s that is changed is logged and reported to its owner',
    async (path, body, kind, subject) => {
      const email = newEmail();
      const owner = await buildTrader(market, email);
      expect((await owner.post(path, body)).statusCode).toBe(200);
      expect(await changesOf(owner)).toEqual([kind]);
      await owner.post(path, body);
      expect(await changesOf(owner)).toEqual([kind]);
      expect(await mailsTo(email)).toEqual([subject]);
    },
  );

  it('that is set for the first time, or saved unchanged, is neither logged nor reported', async () => {
    const email = newEmail();
    const owner = await buildTrader(market, email);
    await owner.post('/payout', { payout: 'PAYPAL' });
    await owner.post('/payment', { payment: 'CC' });
    await owner.post('/shipping', SHIPPING);
    expect(await changesOf(owner)).toEqual([]);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('is changed together with its mail, or not at all', async () => {
    const email = newEmail();
    const owner = await buildTrader(market, email);
    await market.database.pool.query(
      `alter table jobs add constraint none_for_owner check (data->>'email' <> '${email}') not valid`,
    );
    expect((await owner.post('/payout', { payout: 'CC' })).statusCode).toBe(500);
    await market.database.pool.query('alter table jobs drop constraint none_for_owner');
    expect(await changesOf(owner)).toEqual([]);
    expect((await owner.get(`/getUserData/${owner.uid}`)).json()).toMatchObject({
      payout: { type: 'PAYPAL' },
    });
  });

  it('changed by two requests at once is logged once', async () => {
    const email = newEmail();
    const owner = await buildTrader(market, email);
    await Promise.all(Array.from({ length: 4 }, () => owner.post('/payout', { payout: 'CC' })));
    expect(await changesOf(owner)).toEqual(['payout-changed']);
    expect(await mailsTo(email)).toEqual(['PerkeX: Your payout was changed']);
  });

  it('that is refused is not logged', async () => {
    const email = newEmail();
    const owner = await buildTrader(market, email);
    const stranger = await signUp(market, newEmail());
    await stranger.post('/payout', { payout: 'CC', uid: owner.uid });
    await owner.post('/payout', { payout: 'GOLD' });
    expect(await changesOf(owner)).toEqual([]);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('can be changed while sessions are ended', async () => {
    const owner = await buildTrader(market, newEmail());
    const answers = await Promise.all(
      [0, 1, 2, 3].flatMap((turn) => [
        owner.post('/payment', { payment: turn % 2 ? 'CC' : 'PAYPAL' }),
        owner.post('/auth/sessions/end-others'),
      ]),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appCode } from '../../../e2e/src/authenticator-app.js';
import { buildTrader, PASSWORD, signIn, type TestUser, useMarket } from '../test-app.js';
import { codeSentTo, wrongAppCode } from './second-factor-user.js';

/** An attacker with a session, but neither the password nor a second factor, cannot redirect the money. */

const market = useMarket({ rateLimits: true });

const CHANGED = { payout: 'CC' };
const standingOf = ({ statusCode, json }: Awaited<ReturnType<TestUser['post']>>) => {
  const { code } = json<{ code?: string }>();
  return [statusCode, code];
};

async function trader() {
  const email = `${randomUUID()}@shop.example`;
  const user = await buildTrader(market, email);
  const age = (minutes: number) =>
    market.database.pool.query(
      'update identity_sessions set proved_at = now() - make_interval(mins => $2) where user_id = $1',
      [user.uid, minutes],
    );
  const payout = async () =>
    (await user.get(`/getUserData/${user.uid}`)).json<{ payout: { type: string } }>().payout.type;
  return { ...user, email, age, payout };
}

describe('a changed payout', () => {
  it('needs no more than a session that was verified within ten minutes', async () => {
    const owner = await trader();
    await owner.age(9);
    expect((await owner.post('/payout', CHANGED)).statusCode).toBe(200);
  });

  it('is refused in an older one, and nothing changes', async () => {
    const owner = await trader();
    await owner.age(11);
    expect(standingOf(await owner.post('/payout', CHANGED))).toEqual([403, 'proof-needed']);
    expect(await owner.payout()).toBe('PAYPAL');
    const { events } = (await owner.get('/auth/events')).json();
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['signed-up']);
  });

  it('that has no value is saved in any session, and so is a first one, and payment and shipping', async () => {
    const owner = await trader();
    await owner.age(11);
    expect((await owner.post('/payout', { payout: 'PAYPAL' })).statusCode).toBe(200);
    expect((await owner.post('/payment', { payment: 'PAYPAL' })).statusCode).toBe(200);
    await market.database.pool.query('update accounts set payout = null where user_id = $1', [owner.uid]);
    expect((await owner.post('/payout', CHANGED)).statusCode).toBe(200);
  });

  it('is saved once the password was given, in that session alone', async () => {
    const owner = await trader();
    const elsewhere = await signIn(market, owner.email);
    await owner.age(11);
    expect((await owner.post('/auth/prove', { password: PASSWORD })).statusCode).toBe(200);
    expect(standingOf(await elsewhere.post('/payout', CHANGED))).toEqual([403, 'proof-needed']);
    expect((await owner.post('/payout', CHANGED)).statusCode).toBe(200);
    await owner.age(11);
    expect(standingOf(await owner.post('/payout', { payout: 'PAYPAL' }))).toEqual([403, 'proof-needed']);
  });

  it('is saved once a code of the app, the phone or a recovery code was given, each valid once', async () => {
    const owner = await trader();
    const { secret } = (await owner.post('/auth/second-factor/app/start', { password: PASSWORD })).json();
    const on = await owner.post('/auth/second-factor/app/confirm', { code: appCode(secret) });
    const [recovery] = on.json().recoveryCodes;
    const phone = '+15550142';
    await owner.post('/auth/second-factor/phone/start', { password: PASSWORD, phone });
    await owner.post('/auth/second-factor/phone/confirm', { code: await codeSentTo(market.outbox, phone) });
    await owner.post('/auth/prove/send-code');
    const proofs = [
      { factor: 'app', code: appCode(secret, 1) },
      { factor: 'phone', code: await codeSentTo(market.outbox, phone) },
      { factor: 'recovery', code: recovery },
    ];
    for (const proof of proofs) {
      await owner.age(11);
      expect((await owner.post('/auth/prove', proof)).statusCode).toBe(200);
      expect((await owner.post('/payout', CHANGED)).statusCode).toBe(200);
      await owner.post('/payout', { payout: 'PAYPAL' });
      await owner.age(11);
      expect(standingOf(await owner.post('/auth/prove', proof))).toEqual([400, 'INVALID_CODE']);
      expect(standingOf(await owner.post('/payout', CHANGED))).toEqual([403, 'proof-needed']);
    }
  });
});

describe('a verified session', () => {
  it.each([
    ['a wrong password', { password: 'wrong' }, 403, 'INVALID_PASSWORD'],
    ['nothing', {}, 403, 'INVALID_PASSWORD'],
    ['a code of a factor that is off', { factor: 'app', code: '123456' }, 400, 'INVALID_CODE'],
    ['a factor without a code', { factor: 'recovery' }, 400, 'INVALID_CODE'],
    ['an unknown factor', { factor: 'face', code: '1' }, 400, 'INVALID_CODE'],
    ['a password that is a list', { password: ['x'] }, 403, 'INVALID_PASSWORD'],
  ])('does not result from %s', async (_what, proof, status, code) => {
    const owner = await trader();
    await owner.age(11);
    expect(standingOf(await owner.post('/auth/prove', proof))).toEqual([status, code]);
    expect(standingOf(await owner.post('/payout', CHANGED))).toEqual([403, 'proof-needed']);
  });

  it('needs a session', async () => {
    const headers = { origin: 'http://localhost:3000' };
    const answer = await market.app.inject({
      method: 'POST',
      url: '/api/auth/prove',
      headers,
      payload: { password: PASSWORD },
    });
    expect(standingOf(answer)).toEqual([401, 'NOT_SIGNED_IN']);
  });

  it('does not result from another user’s code', async () => {
    const owner = await trader();
    const stranger = await trader();
    const { secret } = (await owner.post('/auth/second-factor/app/start', { password: PASSWORD })).json();
    const on = await owner.post('/auth/second-factor/app/confirm', { code: appCode(secret) });
    const [code] = on.json().recoveryCodes;
    expect(standingOf(await stranger.post('/auth/prove', { factor: 'recovery', code }))).toEqual([
      400,
      'INVALID_CODE',
    ]);
    expect((await owner.post('/auth/prove', { factor: 'recovery', code })).statusCode).toBe(200);
  });

  it('cannot be had by guessing, and the guesses do not keep the owner from signing in', async () => {
    const owner = await trader();
    const { secret } = (await owner.post('/auth/second-factor/app/start', { password: PASSWORD })).json();
    await owner.post('/auth/second-factor/app/confirm', { code: appCode(secret) });
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) {
      const guess = { factor: 'app', code: wrongAppCode(secret) };
      statuses.push((await owner.post('/auth/prove', guess)).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    const post = (call: string, payload: object, cookie = '') =>
      market.app.inject({
        method: 'POST',
        url: `/api/auth/${call}`,
        headers: { origin: 'http://localhost:3000', cookie },
        payload,
      });
    const first = await post('sign-in/email', { email: owner.email, password: PASSWORD });
    const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const second = await post('second-factor/confirm', { factor: 'app', code: appCode(secret, 1) }, cookie);
    expect(second.statusCode).toBe(200);
  });

  it('of an account without a password or a factor needs a new sign-in', async () => {
    const owner = await trader();
    await market.database.pool.query('delete from identity_logins where user_id = $1', [owner.uid]);
    expect(standingOf(await owner.post('/auth/prove', { password: PASSWORD }))).toEqual([
      409,
      'PASSWORD_MISSING',
    ]);
  });
});

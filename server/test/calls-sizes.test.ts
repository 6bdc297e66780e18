import { userExportSchema } from '@perkex/contract/user-export.js';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildTrader, SHIPPING, signUp, type TestUser, useMarket } from './test-app.js';

const market = useMarket();

const read = async (user: TestUser) => (await user.get('/sizes')).json();

describe('the sizes of a user', () => {
  it('are empty until they are set, and then the latest that were set', async () => {
    const user = await signUp(market);
    expect(await read(user)).toEqual({ system: null, size: null });
    const answer = await user.post('/sizes', { system: 'eu', size: '10.5W' });
    expect([answer.statusCode, answer.body]).toEqual([200, 'Your sizes are saved.']);
    expect(await read(user)).toEqual({ system: 'eu', size: '10.5W' });
    await user.post('/sizes', { system: 'cm', size: null });
    expect(await read(user)).toEqual({ system: 'cm', size: null });
    expect(await read(await signUp(market))).toEqual({ system: null, size: null });
  });

  it('leave shipping, payout and payment unchanged, and stay when these change', async () => {
    const user = await buildTrader(market);
    await user.post('/sizes', { system: 'uk', size: '9' });
    await user.post('/shipping', { ...SHIPPING, zip: 'N2' });
    expect(await read(user)).toEqual({ system: 'uk', size: '9' });
    expect((await user.get(`/getUserData/${user.uid}`)).json()).toMatchObject({
      shipping: { ...SHIPPING, zip: 'N2' },
      payout: { type: 'PAYPAL' },
    });
  });

  it('are in an export', async () => {
    const user = await signUp(market);
    await user.post('/sizes', { system: 'uk', size: '5.5Y' });
    const data = z.parse(userExportSchema, (await user.get('/export')).json());
    expect(data.sizes).toEqual({ system: 'uk', size: '5.5Y' });
  });

  it('are visible to their user only', async () => {
    const [user, other] = [await signUp(market), await signUp(market)];
    const asOther = await other.post('/sizes', { uid: user.uid, system: 'eu', size: '9' });
    expect([asOther.statusCode, asOther.json().code]).toEqual([403, 'not-yours']);
    expect(await read(user)).toEqual({ system: null, size: null });
  });

  it.each([
    { system: 'paris', size: '9' },
    { system: null, size: '9' },
    { system: 'eu' },
    { system: 'eu', size: '' },
    { system: 'eu', size: 9 },
    { system: 'eu', size: '42.5.5' },
    { system: 'eu', size: "9'--" },
    { system: 'eu', size: '9\u0000' },
    { system: ['eu'], size: '9' },
    { system: 'eu', size: '9', isMine: true },
  ])('are refused as %j', async (body) => {
    const user = await signUp(market);
    const answer = await user.post('/sizes', body);
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid-body']);
    expect(await read(user)).toEqual({ system: null, size: null });
  });

  it.each(['GET', 'POST'] as const)('need a session to %s', async (method) => {
    const body = method === 'POST' ? { payload: { uid: 'ann', system: 'eu', size: '9' } } : {};
    const answer = await market.app.inject({ method, url: '/api/sizes', ...body });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'not-signed-in']);
  });

  it('are deleted with the account', async () => {
    const user = await signUp(market);
    await user.post('/sizes', { system: 'eu', size: '9' });
    expect((await user.post('/auth/account/delete', { password: 'a long password' })).statusCode).toBe(200);
    const { rowCount } = await market.database.pool.query('select from accounts where user_id = $1', [
      user.uid,
    ]);
    expect(rowCount).toBe(0);
  });
});

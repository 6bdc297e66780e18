import { randomUUID } from 'node:crypto';
import { audit } from '@perkex/server/audit/audit.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDataFolder } from '../src/data-folder.js';
import { RunningServer } from '../src/running-server.js';

const PASSWORD = 'a long and strange one';

let server: RunningServer;

beforeAll(async () => {
  server = await RunningServer.start(await newDataFolder('departure', 'demonstration market'));
});

afterAll(async () => {
  await server.remove();
});

function post(call: string, body: object, cookie = ''): Promise<Response> {
  return fetch(`${server.url}/api${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, cookie },
    body: JSON.stringify(body),
  });
}

/** The number of rows with this user id in the market. */
const rowsOf = (uid: string) =>
  server.withDatabase(async ({ pool }) => {
    const { rows } = await pool.query<{ orders: number; departures: number }>(
      `select (select count(*)::int from orders where user_id = $1) as orders,
         (select count(*)::int from departures where user_id = $1) as departures`,
      [uid],
    );
    return rows[0];
  });

it('a server that starts finishes an account erasure that a killed one began', async () => {
  const answer = await post('/auth/sign-up/email', { email: 'leaving@shop.example', password: PASSWORD });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { user } = (await answer.json()) as { user: { id: string } };
  const [product] = (await (await fetch(`${server.url}/api/`)).json()) as [
    { name: string; asks: [{ size: string }] },
  ];
  await post('/payout', { uid: user.id, payout: 'CC' }, cookie);
  const ask = {
    uid: user.id,
    id: randomUUID(),
    name: product.name,
    size: product.asks[0].size,
    price: 999_999,
    thumbnail: '',
  };
  expect((await post('/ask', ask, cookie)).status).toBe(200);
  expect((await post('/auth/account/delete', { password: PASSWORD }, cookie)).status).toBe(200);
  await server.kill();
  expect(await rowsOf(user.id)).toMatchObject({ departures: 1 });
  await server.withDatabase(async ({ pool }) => {
    await pool.query(`update departures set left_at = left_at - interval '61 seconds'`);
  });
  await server.start();
  await expect.poll(() => rowsOf(user.id), { timeout: 30_000 }).toEqual({ orders: 0, departures: 0 });
  const results = await server.withDatabase(({ pool }) => audit(pool));
  expect(results.filter(({ violations }) => violations > 0)).toEqual([]);
});

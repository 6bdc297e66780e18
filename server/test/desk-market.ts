import { randomUUID } from 'node:crypto';
import type { DeskDeal } from '@perkex/contract/desk.js';
import type { Role } from '@perkex/contract/roles.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { expect } from 'vitest';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { DealsConsumer } from '../src/deals/deals-consumer.js';
import { takeStep } from '../src/deals/take-step.js';
import { grantRole } from '../src/users/members.js';
import { consumeAll } from './consumers.js';
import { fact, NO_HOLIDAYS, QUIET_STEPS } from './deals.js';
import { signUp, type TestApp, type TestUser } from './test-app.js';

const consumer = new DealsConsumer(QUIET_STEPS);

/** The number of the seller's parcel. */
export const TRACKING = '1Z999AA10123456784';

/** A traded pair, as the desk finds it. */
export interface TestPair {
  readonly key: DealKey;
  readonly code: string;
}

/** Gives this user an authenticator app, with which they have just proved who they are. */
export async function addSecondFactor({ database: { pool } }: TestApp, { uid }: TestUser): Promise<void> {
  await pool.query(
    `insert into identity_authenticator_apps (user_id, sealed_secret, confirmed_at) values ($1, 'sealed', now())`,
    [uid],
  );
  await pool.query('update identity_sessions set factor_proved_at = now() where user_id = $1', [uid]);
}

/** Gives this user a role, and what they need to work. */
export async function makeMember(market: TestApp, user: TestUser, name: string, role: Role): Promise<void> {
  await addSecondFactor(market, user);
  await transaction(market.database.pool, (tx) => grantRole(tx, user.uid, { name, role }, 'test'));
}

/** A new user with this role. */
export async function buildMember(market: TestApp, name: string, role: Role): Promise<TestUser> {
  const user = await signUp(market, `${name}@shop.example`);
  await makeMember(market, user, name, role);
  return user;
}

/** A trade of these users, with its deal. No other trade may be in progress. */
export async function trade(
  { database }: TestApp,
  { seller, buyer }: { readonly seller: TestUser; readonly buyer: TestUser },
  { name, size }: { readonly name: string; readonly size: string },
): Promise<TestPair> {
  const order = { name, price: 200, size };
  await seller.post('/ask', { ...order, id: randomUUID() });
  await buyer.post('/buy', { ...order, id: randomUUID() });
  await consumeAll(database, consumer);
  const { rows } = await database.pool.query<DealKey>(
    'select product_id as "productId", id from trades order by id desc limit 1',
  );
  const [key] = rows;
  if (!key) {
    throw new Error('The orders have not traded.');
  }
  return { key, code: dealCode(key) };
}

type Happening = readonly ['clock' | 'provider' | 'member', DealEvent];

/** Takes steps of others than members, or of a member whose name does not matter. */
export async function happen({ database }: TestApp, key: DealKey, ...events: Happening[]): Promise<void> {
  for (const [kind, event] of events) {
    await transaction(database.pool, async (tx) => {
      const command = fact(kind, event);
      const result = await takeStep(tx, key, command, { nowMs: Date.now(), holidays: NO_HOLIDAYS });
      expect(result?.kind, event.type).toBe('stepped');
    });
  }
}

/** The buyer pays 216 $, and the seller ships. */
export async function payAndShip(market: TestApp, { key }: TestPair, seller: TestUser): Promise<void> {
  await happen(
    market,
    key,
    ['clock', { type: 'pay', method: 'card', carriedCents: 0 }],
    ['provider', { type: 'payment-held', callVersion: 1, amountCents: 216_00 }],
  );
  const { version } = (await seller.get(`/deals/${key.id}`)).json<{ version: number }>();
  const step = { type: 'ship', carrier: 'ups', trackingNumber: TRACKING };
  const answer = await seller.post('/deals/step', { deal: key.id, id: randomUUID(), version, step });
  expect(answer.statusCode).toBe(200);
}

/** The deal as this member sees it. */
export async function readAs(user: TestUser, { code }: TestPair): Promise<DeskDeal> {
  return (await user.get(`/desk/deals/${code}`)).json<DeskDeal>();
}

export function problemOf(answer: Response): unknown {
  return [answer.statusCode, answer.json<{ code: string }>().code];
}

/** Everything that an answer says, besides its id and its date. */
export function saidBy({ statusCode, headers, body }: Response): unknown {
  const { date: _date, ...others } = headers;
  return { statusCode, headers: others, body: body.replace(/"requestId":"\w+"/, '') };
}

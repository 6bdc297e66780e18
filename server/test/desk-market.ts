import { randomUUID } from 'node:crypto';
import type { DeskDeal } from '@perkex/contract/desk.js';
import type { Role } from '@perkex/contract/roles.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { isParcelStep } from '@perkex/core/deals/desk-steps.js';
import type { PhotoSubject } from '@perkex/core/verification/rejections.js';
import type { Verdict } from '@perkex/core/verification/second-review.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import sharp from 'sharp';
import { expect } from 'vitest';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { takeStep } from '../src/deals/take-step.js';
import { grantRole } from '../src/users/members.js';
import { fact, NO_HOLIDAYS } from './deals.js';
import { takePartyStep, tradeWithDeal } from './market-deals.js';
import { signUp, type TestApp, type TestUser } from './test-app.js';

/** The number of the seller's parcel. */
export const TRACKING = '1Z999AA10123456784';

/** The parcel from us. */
export const PARCEL = { carrier: 'fedex', trackingNumber: '986578788855' } as const;

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
export async function trade(...placed: Parameters<typeof tradeWithDeal>): Promise<TestPair> {
  const key = await tradeWithDeal(...placed);
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
  const step = { type: 'ship', carrier: 'ups', trackingNumber: TRACKING };
  expect((await takePartyStep(seller, key, step)).statusCode).toBe(200);
}

/** Takes a step as this member. A verdict has all points of the checklist in order, and the photo of its reason. */
export async function takeAs(
  user: TestUser,
  pair: TestPair,
  step: string,
  more: object = {},
): Promise<Response> {
  if (step === 'fail') {
    await addPhoto(user, pair, 'defect');
  }
  if (step === 'pass' || step === 'fail') {
    return judge(user, pair, step);
  }
  const { version } = await readAs(user, pair);
  const parcel = isParcelStep(step) ? { parcel: PARCEL } : {};
  return user.post('/desk/step', { code: pair.code, version, step, ...parcel, ...more });
}

/** Gives a verdict on what this member sees. */
export async function judge(
  user: TestUser,
  pair: TestPair,
  verdict: Verdict,
  more: object = {},
): Promise<Response> {
  const { version, checklist } = await readAs(user, pair);
  return user.post('/desk/verdict', {
    code: pair.code,
    version,
    verdict,
    checklist: checklist?.id ?? 0,
    answers: checklist?.points.map(() => true) ?? [],
    reasons: verdict === 'fail' ? ['damaged'] : [],
    ...more,
  });
}

export const PHOTO = (
  await sharp({ create: { width: 96, height: 72, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer()
).toString('base64');

export function addPhoto(
  user: TestUser,
  { code }: TestPair,
  subject: PhotoSubject,
  more: object = {},
): Promise<Response> {
  return user.post('/desk/photos', { code, id: randomUUID(), subject, content: PHOTO, ...more });
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

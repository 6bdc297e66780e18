import { randomUUID } from 'node:crypto';
import { inPieces } from '@perkex/core/in-pieces.js';
import type { Ask } from '../processes/visitor.js';

const SHIPPING = {
  name: 'Test',
  surname: 'Trader',
  street: 'Market Street',
  street_number: '1',
  city: 'Portland',
  zip: '97201',
  country: 'United States',
  phone: '5550100',
};

/** The calls that set everything that an account needs for orders, with their fields. */
export const SETTINGS: readonly (readonly [call: string, fields: object])[] = [
  ['shipping', SHIPPING],
  ['payout', { payout: 'PAYPAL' }],
  ['payment', { payment: 'CC' }],
];

/** A user and their session. */
export interface SignedUp {
  readonly uid: string;
  readonly cookie: string;
}

/** Signs a new user up over HTTP. @param ask sends its request */
export async function signUp(url: string, ask: Ask = fetch): Promise<SignedUp> {
  const answer = await ask(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: `${randomUUID()}@bench.example`, password: randomUUID(), name: '' }),
  });
  if (!answer.ok) {
    throw new Error(`Signing up failed: ${await answer.text()}`);
  }
  const { user } = (await answer.json()) as { user: { id: string } };
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { uid: user.id, cookie: cookies.join('; ') };
}

/** Signs a new user up, with everything that orders need. */
async function signUpTrader(url: string): Promise<SignedUp> {
  const user = await signUp(url);
  for (const [call, fields] of SETTINGS) {
    const answer = await fetch(`${url}/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie: user.cookie },
      body: JSON.stringify({ uid: user.uid, ...fields }),
    });
    if (!answer.ok) {
      throw new Error(`${call} was answered with ${answer.status}: ${await answer.text()}`);
    }
  }
  return user;
}

const SIGN_UPS_AT_ONCE = 4;

/** Signs several up, a few at a time, because hashing passwords is slow. */
export async function signUpTraders(url: string, count: number): Promise<SignedUp[]> {
  const traders: SignedUp[] = [];
  for (const some of inPieces(Array.from({ length: count }), SIGN_UPS_AT_ONCE)) {
    traders.push(...(await Promise.all(some.map(() => signUpTrader(url)))));
  }
  return traders;
}

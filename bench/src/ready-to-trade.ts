import { randomUUID } from 'node:crypto';
import type { Ask } from './visitor.js';

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

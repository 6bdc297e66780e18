import { randomUUID } from 'node:crypto';
import type { OrderCall } from '@perkex/core/order-book/order.js';

export const PASSWORD = 'a long password';

export const SHIPPING = {
  name: 'Ada',
  surname: 'Lovelace',
  street: 'Market Street',
  street_number: '12',
  city: 'London',
  zip: 'N1 9GU',
  country: 'United Kingdom',
  phone: '5550100',
};

/** A user of a running server who acts through its calls, as a browser would. */
export interface Account {
  readonly email: string;
  readonly uid: string;
  /** The session cookies, for a browser. */
  readonly cookies: { readonly name: string; readonly value: string }[];
  /** Posts a call of the market with the user's own uid. @returns the sentence @throws Error if it is refused */
  post(path: string, body?: object): Promise<string>;
  /** Signs in again, as from another browser. @throws Error if it is refused */
  signInBy(userAgent: string): Promise<void>;
  /** Places an order. @returns its id */
  order(call: OrderCall, order: OrderToPlace): Promise<string>;
}

export interface OrderToPlace {
  readonly name: string;
  readonly size: string;
  /** In whole dollars. */
  readonly price: number;
  /** In days; without it, the order is open until it is removed. */
  readonly expiresIn?: number;
}

/** Signs a new user up. @param isReady if true, also sets shipping, payment and payout */
export async function createAccount(
  url: string,
  { isReady = true, email = newEmail() } = {},
): Promise<Account> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!answer.ok) {
    throw new Error(`Signing up was refused: ${await answer.text()}`);
  }
  const { user } = (await answer.json()) as { user: { id: string } };
  const cookies = answer.headers.getSetCookie().map(nameAndValue);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

  async function post(path: string, body: object = {}): Promise<string> {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify({ uid: user.id, ...body }),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${path} was refused: ${text}`);
    }
    return text;
  }

  async function signInBy(userAgent: string): Promise<void> {
    const response = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, 'user-agent': userAgent },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    if (!response.ok) {
      throw new Error(`Signing in was refused: ${await response.text()}`);
    }
  }

  if (isReady) {
    await post('/shipping', SHIPPING);
    await post('/payout', { payout: 'PAYPAL' });
    await post('/payment', { payment: 'CC' });
  }
  return {
    email,
    uid: user.id,
    cookies,
    post,
    signInBy,
    async order(call, order) {
      const id = randomUUID();
      await post(`/${call}`, { id, thumbnail: '', ...order });
      return id;
    },
  };
}

export function newEmail(): string {
  return `${randomUUID()}@shop.example`;
}

function nameAndValue(header: string): { name: string; value: string } {
  const [pair = ''] = header.split(';');
  const at = pair.indexOf('=');
  return { name: pair.slice(0, at), value: pair.slice(at + 1) };
}

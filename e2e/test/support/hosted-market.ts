import { randomUUID } from 'node:crypto';
import { newEmail, type OrderToPlace, PASSWORD, SHIPPING } from '../../src/accounts.js';
import type { Emulator } from './emulator.js';
import type { Shop } from './shop.js';

/** A user of the hosted service who acts without a browser. */
export interface HostedAccount {
  readonly email: string;
  readonly uid: string;
  post(path: string, body?: object): Promise<Response>;
  order(call: 'ask' | 'bid', order: OrderToPlace): Promise<Response>;
}

/** Signs a new user up at the emulator, and sets shipping, payment and payout at the market. */
export async function hostedAccount(
  emulator: Emulator,
  shop: Shop,
  email = newEmail(),
): Promise<HostedAccount> {
  const { uid, idToken } = await emulator.signUp(email, PASSWORD);
  const post = (path: string, body: object = {}) =>
    fetch(`${shop.url}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${idToken}`,
        'content-type': 'application/json',
        origin: shop.url,
      },
      body: JSON.stringify({ uid, ...body }),
    });
  await post('/shipping', SHIPPING);
  await post('/payout', { payout: 'PAYPAL' });
  await post('/payment', { payment: 'CC' });
  return {
    email,
    uid,
    post,
    order: (call, order) => post(`/${call}`, { id: randomUUID(), thumbnail: '', ...order }),
  };
}

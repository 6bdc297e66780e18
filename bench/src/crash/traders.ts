import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProductCard } from '@perkex/contract/products.js';

const SHIPPING = {
  ...{ name: 'Crash', surname: 'Tester', street: 'Market Street', street_number: '1' },
  ...{ city: 'Portland', zip: '97201', country: 'United States', phone: '5550100' },
};
const RETRY_MS = 50;
const CALLS = ['ask', 'bid', 'sell', 'buy'] as const;

/** An order as it was sent, and the answer that acknowledged it. */
export interface Acknowledged {
  readonly trader: Trader;
  readonly call: string;
  readonly body: object;
  readonly answer: string;
}

/** A user over HTTP, as a browser's code would be: it resends what got no answer, with the same id. */
export class Trader {
  private constructor(
    private readonly url: string,
    private readonly uid: string,
    private readonly cookie: string,
  ) {}

  static async signUp(url: string): Promise<Trader> {
    const answer = await fetch(`${url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email: `${randomUUID()}@crash.example`, password: randomUUID(), name: '' }),
    });
    if (!answer.ok) {
      throw new Error(`Signing up failed: ${await answer.text()}`);
    }
    const { user } = (await answer.json()) as { user: { id: string } };
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const trader = new Trader(url, user.id, cookie);
    for (const [call, body] of [
      ['shipping', SHIPPING],
      ['payout', { payout: 'PAYPAL' }],
      ['payment', { payment: 'CC' }],
    ] as const) {
      await trader.send(call, body);
    }
    return trader;
  }

  /** One request; null when there was no answer, or none that says what became of it. */
  async send(call: string, body: object): Promise<{ status: number; text: string } | null> {
    try {
      const answer = await fetch(`${this.url}/api/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: this.cookie },
        body: JSON.stringify({ uid: this.uid, ...body }),
      });
      const text = await answer.text();
      return answer.status >= 500 ? null : { status: answer.status, text };
    } catch {
      return null;
    }
  }

  /** Places random orders until told to stop, and notes each that was acknowledged. */
  async tradeUntil(
    isOver: () => boolean,
    products: readonly ProductCard[],
    noted: Acknowledged[],
  ): Promise<void> {
    while (!isOver()) {
      const call = CALLS[Math.floor(Math.random() * CALLS.length)] ?? 'ask';
      const body = randomOrder(products);
      let answer = await this.send(call, body);
      while (answer === null && !isOver()) {
        await pause(RETRY_MS);
        answer = await this.send(call, body);
      }
      if (answer?.status === 200) {
        noted.push({ trader: this, call, body, answer: answer.text });
      }
    }
  }
}

function randomOrder(products: readonly ProductCard[]): object {
  const product = products[Math.floor(Math.random() * products.length)];
  const best = product?.asks[Math.floor(Math.random() * product.asks.length)];
  const price = Math.max(1, (best?.price ?? 100) + Math.floor(Math.random() * 21) - 10);
  return { id: randomUUID(), name: product?.name, size: best?.size, price, thumbnail: '' };
}

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProductDetail } from '@perkex/contract/products.js';
import { SETTINGS } from '../market/accounts.js';
import type { Answer, Browser, Question } from './browser.js';

const PASSWORD = 'a password of its owner';
const THINKING_MS = 100;
/** The limit is twenty sign-ins per address and minute. */
const ROUNDS_BETWEEN_SIGN_INS = 10;
const PRODUCT = 1;

export interface Step {
  readonly what: string;
  readonly status: number;
  readonly tookMs: number;
  readonly text: string;
}

/** A user who signs in, looks around and trades, and expects an answer each time. */
export class Owner {
  readonly steps: Step[] = [];
  private uid = '';

  constructor(
    private readonly browser: Browser,
    readonly email: string,
  ) {}

  /** Before the siege: creates an account with everything that an order needs. */
  async moveIn(): Promise<void> {
    const body = { email: this.email, password: PASSWORD, name: '' };
    const signedUp = await this.browser.ask({ method: 'POST', path: '/api/auth/sign-up/email', body });
    this.uid = (JSON.parse(signedUp.text) as { user: { id: string } }).user.id;
    for (const [call, fields] of SETTINGS) {
      await this.post(call, fields);
    }
    this.steps.length = 0;
  }

  /** Signs in, reads, places, removes, buys, over and over, like a person at a keyboard. */
  async liveUntil(isOver: () => boolean): Promise<void> {
    for (let round = 0; !isOver(); round += 1) {
      if (round % ROUNDS_BETWEEN_SIGN_INS === 0) {
        const body = { email: this.email, password: PASSWORD };
        await this.step('sign in', { method: 'POST', path: '/api/auth/sign-in/email', body });
      }
      await this.step('home page', { path: '/' });
      await this.step('product list', { path: '/api/', headers: { 'accept-encoding': 'br' } });
      const product = await this.step('product', { path: `/api/${PRODUCT}` });
      await this.step('own data', { path: `/api/getUserData/${this.uid}` });
      await this.trade(product.text);
    }
  }

  private async trade(productText: string): Promise<void> {
    const [product] = productText.startsWith('[') ? (JSON.parse(productText) as ProductDetail[]) : [];
    const best = product?.asks[0];
    if (!product || !best) {
      return;
    }
    const { name } = product;
    const bid = { id: randomUUID(), name, size: best.size, price: 1 };
    await this.post('bid', bid);
    await this.post('deleteBid', bid);
    await this.post('buy', { id: randomUUID(), name, size: best.size, price: best.price });
  }

  private post(call: string, fields: object): Promise<Answer> {
    return this.step(call, { method: 'POST', path: `/api/${call}`, body: { uid: this.uid, ...fields } });
  }

  private async step(what: string, question: Question): Promise<Answer> {
    const answer = await this.browser.ask(question);
    this.steps.push({ what, status: answer.status, tookMs: answer.tookMs, text: answer.text.slice(0, 200) });
    await pause(THINKING_MS);
    return answer;
  }
}

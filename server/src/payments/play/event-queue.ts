import { createHmac } from 'node:crypto';
import type { Faults } from './faults.js';

/** Receives an event. @returns true if it was accepted; otherwise it is sent again */
export type EventReceiver = (body: Buffer, header: string) => Promise<boolean>;

export interface EventQueueOptions {
  readonly secret: string;
  readonly nowMs: () => number;
  readonly newId: () => string;
  readonly receive: EventReceiver;
  readonly faults: Faults;
}

/** The events of the stand-in on their way to the market. They wait for `deliver`. */
export class EventQueue {
  private waiting: Buffer[] = [];

  constructor(private readonly options: EventQueueOptions) {}

  add(type: string, object: object): void {
    const { nowMs, newId } = this.options;
    const event = {
      id: `evt_${newId().replaceAll('-', '')}`,
      object: 'event',
      created: Math.floor(nowMs() / 1_000),
      type,
      data: { object },
    };
    this.waiting.push(Buffer.from(JSON.stringify(event)));
  }

  get size(): number {
    return this.waiting.length;
  }

  /** Delivers the waiting events, with their faults. Refused and late events wait for the next delivery. */
  async deliver(): Promise<void> {
    const { faults, secret } = this.options;
    const leaving = faults.isReordered() ? this.waiting.toReversed() : this.waiting;
    this.waiting = [];
    for (const body of leaving) {
      const fault = faults.nextEvent();
      if (fault === 'late') {
        this.waiting.push(body);
      } else if (fault !== 'lost') {
        await this.send(body, fault === 'wrongly-signed' ? `${secret}-not` : secret);
        if (fault === 'twice') {
          await this.send(body, secret);
        }
      }
    }
  }

  private async send(body: Buffer, secret: string): Promise<void> {
    const header = signature(body, secret, Math.floor(this.options.nowMs() / 1_000));
    if (!(await this.options.receive(body, header))) {
      this.waiting.push(body);
    }
  }
}

/** The header of a signed message: https://docs.stripe.com/webhooks/signature */
export function signature(body: Buffer, secret: string, atSeconds: number): string {
  const code = createHmac('sha256', secret).update(`${atSeconds}.`).update(body).digest('hex');
  return `t=${atSeconds},v1=${code}`;
}

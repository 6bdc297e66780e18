import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../clock/clock.js';
import { withoutDetails } from '../database/errors.js';
import { transaction } from '../database/transaction.js';
import type { AccountNews } from '../notifications/account-news.js';
import type { FetchTerms } from '../outbound/fetch-public.js';
import { PublicReceiver } from '../outbound/public-receiver.js';
import { Batches } from '../process/batches.js';
import type { Sealing } from '../users/sealing.js';
import {
  type ClaimedDelivery,
  claimDeliveries,
  giveBack,
  type Outcome,
  saveOutcomes,
  turnOff,
} from './claim-deliveries.js';
import { type ClaimedReceiver, planDeliveries, releaseReceiver } from './claim-receivers.js';
import { type Delivered, deliver, isLastAttempt, type Secrets } from './deliver.js';
import { placeOfSecret } from './webhook-secret.js';

/** The requests to one receiver at a time. */
const REQUESTS_AT_ONCE = 16;
/** Claimed at a time, so that a fast receiver does not wait for the database. */
const CLAIMED_AT_ONCE = 4 * REQUESTS_AT_ONCE;
/** A receiver that takes longer gets one request at a time. */
const SLOW_MS = 3_000;
/** Then another receiver has its turn. */
const SESSION_MS = 10_000;
/** For a receiver that was claimed in vain. */
const REST_SECONDS = 5;

export interface SessionParts {
  /** Its commits do not wait for the disk. What they lose is sent again, with the same id. */
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly random: () => number;
  /** Seals the secrets of webhooks. */
  readonly sealing: Sealing;
  /** Notifies users of webhooks that were turned off. */
  readonly news: Pick<AccountNews, 'send'>;
  readonly fetchTerms: FetchTerms;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

interface Ending {
  /** Aborted when nothing new begins. */
  readonly ending: AbortSignal;
  /** Aborted when nothing under way is waited for. */
  readonly stop: AbortSignal;
}

/**
 * One server delivers to one receiver, until nothing is due, its time is over, or the receiver turns slow or fast.
 * Attempts begin in the order of their events.
 */
export class ReceiverSession {
  private readonly queue: ClaimedDelivery[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private readonly endsAtMs: number;
  private isSlow: boolean;
  /** True once the webhook is turned off or its lease has ended. */
  private hasEnded = false;
  private hasDone = false;
  private pauseSeconds = 0;
  private failure: unknown = null;

  private readonly outcomes: Batches<Outcome, boolean>;

  constructor(
    readonly hook: ClaimedReceiver,
    private readonly parts: SessionParts,
    private readonly end: Ending,
  ) {
    this.isSlow = hook.isSlow;
    this.endsAtMs = parts.clock.steadyMs() + SESSION_MS;
    this.outcomes = new Batches<Outcome, boolean>(async (all) => {
      const isLeased = await saveOutcomes(parts.pool, hook, all);
      return all.map(() => isLeased);
    });
  }

  /**
   * Never rejects: what is not saved is done again once the lease has ended.
   * @returns true if the receiver may have more events that are due
   */
  async run(): Promise<boolean> {
    const { hook, parts } = this;
    const secrets = this.openSecrets();
    const receiver = new PublicReceiver(hook.url, REQUESTS_AT_ONCE, parts.fetchTerms);
    try {
      if (secrets === null) {
        await this.endFor('secret');
        return false;
      }
      await this.work(receiver, secrets);
      if (this.queue.length > 0) {
        await giveBack(parts.pool, hook, this.queue);
      }
      await releaseReceiver(parts.pool, hook, {
        restSeconds: this.hasDone ? 0 : REST_SECONDS,
        isSlow: this.isSlow,
        pauseSeconds: this.pauseSeconds,
      });
      return this.isOver && !this.hasEnded && this.pauseSeconds === 0;
    } catch (error) {
      parts.log.warn(
        { webhook: hook.id, err: withoutDetails(error) },
        'the deliveries of a webhook were not saved',
      );
      return false;
    } finally {
      receiver.close();
    }
  }

  private async work(receiver: PublicReceiver, secrets: Secrets): Promise<void> {
    while (!this.isOver) {
      if (this.queue.length === 0) {
        await this.refill();
      }
      if (this.queue.length === 0 && this.underWay.size === 0) {
        break;
      }
      while (this.underWay.size < REQUESTS_AT_ONCE && this.queue.length > 0) {
        this.begin(this.queue.shift() as ClaimedDelivery, receiver, secrets);
      }
      await Promise.race(this.underWay);
    }
    await Promise.all(this.underWay);
    if (this.failure !== null) {
      throw this.failure;
    }
  }

  private get isOver(): boolean {
    return (
      this.hasEnded ||
      this.failure !== null ||
      this.pauseSeconds > 0 ||
      this.isSlow !== this.hook.isSlow ||
      this.end.ending.aborted ||
      this.parts.clock.steadyMs() >= this.endsAtMs
    );
  }

  private async refill(): Promise<void> {
    const { hook, parts } = this;
    // A slow receiver gets one request at a time: the next one is claimed once it has ended.
    const wanted = this.isSlow ? 1 : CLAIMED_AT_ONCE;
    const claim = async () => {
      const claimed = await claimDeliveries(parts.pool, hook, wanted - this.queue.length);
      this.queue.push(...claimed);
    };
    await claim();
    const planned = this.queue.length < wanted ? await planDeliveries(parts.pool, hook) : 0;
    if (planned > 0) {
      await claim();
    }
    this.hasDone ||= planned > 0 || this.queue.length > 0;
  }

  private begin(delivery: ClaimedDelivery, receiver: PublicReceiver, secrets: Secrets): void {
    const attempt = this.attempt(delivery, receiver, secrets)
      .catch((error: unknown) => {
        this.failure ??= error;
      })
      .then(() => {
        this.underWay.delete(attempt);
      });
    this.underWay.add(attempt);
  }

  private async attempt(
    delivery: ClaimedDelivery,
    receiver: PublicReceiver,
    secrets: Secrets,
  ): Promise<void> {
    const { hook, parts, end } = this;
    const { clock, random } = parts;
    const { stop } = end;
    const beganAtMs = clock.steadyMs();
    let delivered: Delivered;
    try {
      delivered = await deliver(delivery, { webhookId: hook.id, receiver, secrets, clock, random, stop });
    } catch (error) {
      if (!stop.aborted) {
        throw error;
      }
      await giveBack(parts.pool, hook, [delivery]);
      return;
    }
    const { outcome, isGone, pauseSeconds } = delivered;
    this.isSlow = outcome.status !== 'delivered' || clock.steadyMs() - beganAtMs > SLOW_MS;
    this.pauseSeconds = Math.max(this.pauseSeconds, pauseSeconds);
    if (isGone || (outcome.status === 'failed' && isLastAttempt(delivery))) {
      await this.endFor(isGone ? 'gone' : 'failing', outcome);
    } else if (!(await this.outcomes.add(outcome))) {
      this.hasEnded = true;
    }
  }

  /** Turns the webhook off, and notifies its user. */
  private async endFor(reason: 'failing' | 'gone' | 'secret', outcome?: Outcome): Promise<void> {
    const { hook, parts } = this;
    this.hasEnded = true;
    await transaction(parts.pool, async (tx) => {
      const isOff = await turnOff(tx, hook, reason);
      if (outcome) {
        await saveOutcomes(tx, hook, [outcome]);
      }
      if (isOff) {
        await parts.news.send(tx, hook.userId);
      }
    });
  }

  /** Null if they were sealed with another secret of the server. */
  private openSecrets(): Secrets | null {
    const { userId, id, secret, formerSecret, formerUntil } = this.hook;
    const open = (sealed: string) => this.parts.sealing.open(sealed, placeOfSecret(userId, id));
    const current = open(secret);
    const former = formerSecret === null ? null : open(formerSecret);
    return current === null
      ? null
      : {
          current,
          former:
            former === null || formerUntil === null ? null : { text: former, untilMs: formerUntil.getTime() },
        };
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { withoutDetails } from '../database/errors.js';
import { Looks } from '../process/looks.js';
import { claimReceivers, isAnyOn, renewLeases } from './claim-receivers.js';
import { ReceiverSession, type SessionParts } from './receiver-session.js';

/** How often a server looks for receivers with events that are due. */
const LOOK_INTERVAL_MS = 500;
/** Among very many webhooks, looks take at most about a twentieth of the time. */
const RESTS_BETWEEN_LOOKS = 20;
/** How often it looks while no webhook is on. */
const IDLE_INTERVAL_MS = 5_000;
const RENEW_INTERVAL_MS = 10_000;
/** The receivers of each lane that one server delivers to at a time. */
const RECEIVERS_AT_ONCE = 64;
const ENDING_MS = 5_000;

/** The receivers that this server delivers to, fast or slow ones. */
interface Lane {
  readonly isSlow: boolean;
  readonly sessions: Set<ReceiverSession>;
  /** True if more may be due than could be claimed. */
  mayHaveMore: boolean;
}

/**
 * Sends the events of drop copies to the webhooks of their users (orders-beyond.md, "Programs"). Any number of servers
 * share the receivers: one delivers to each at a time. Receivers that fail or are slow have a lane of their own, so
 * none of them delays the others.
 */
export class WebhookSender {
  private readonly lanes = [false, true].map(
    (isSlow): Lane => ({ isSlow, sessions: new Set(), mayHaveMore: false }),
  );
  private readonly runs = new Set<Promise<void>>();
  private readonly ending = new AbortController();
  private readonly stopping = new AbortController();
  private timers: NodeJS.Timeout[] = [];
  private readonly looks = new Looks(
    this.ending.signal,
    () => this.claimDue(),
    (error) => this.parts.log.error({ err: withoutDetails(error) }, 'webhooks cannot be claimed for now'),
  );
  private looksAtMs = 0;

  /** @param endingMs the time that attempts have to finish when the server stops */
  constructor(
    private readonly parts: SessionParts,
    private readonly endingMs = ENDING_MS,
  ) {}

  start(): void {
    this.timers = [
      setInterval(() => this.lookIfDue(), LOOK_INTERVAL_MS).unref(),
      setInterval(() => this.renew(), RENEW_INTERVAL_MS).unref(),
    ];
    this.wake();
  }

  /** Looks for receivers now, if it has started: a webhook was made or changed, or events are replayed. */
  wake(): void {
    if (this.timers.length > 0) {
      this.looks.look();
    }
  }

  /** Delivers all that is due, for tests. */
  async deliverDue(): Promise<void> {
    this.looks.look();
    let last: Promise<void>;
    do {
      last = this.looks.last;
      await last;
      await Promise.all(this.runs);
    } while (this.looks.last !== last || this.runs.size > 0);
  }

  /** Begins nothing more. Attempts that do not end in time are taken back, and repeated by another server. */
  async stop(): Promise<void> {
    this.ending.abort();
    for (const timer of this.timers) {
      clearInterval(timer);
    }
    await this.looks.last;
    const patience = new AbortController();
    const tooLong = pause(this.endingMs, undefined, { signal: patience.signal }).then(
      () => this.stopping.abort(),
      () => {},
    );
    await Promise.all(this.runs);
    patience.abort();
    await tooLong;
  }

  private lookIfDue(): void {
    if (this.parts.clock.steadyMs() >= this.looksAtMs) {
      this.looks.look();
    }
  }

  private async claimDue(): Promise<void> {
    const { pool, clock } = this.parts;
    const beganAtMs = clock.steadyMs();
    if (!(await isAnyOn(pool))) {
      this.looksAtMs = clock.steadyMs() + IDLE_INTERVAL_MS;
      return;
    }
    for (const lane of this.lanes) {
      const places = RECEIVERS_AT_ONCE - lane.sessions.size;
      const claimed = places > 0 ? await claimReceivers(pool, lane.isSlow, places) : [];
      lane.mayHaveMore = claimed.length === places;
      for (const hook of claimed) {
        const end = { ending: this.ending.signal, stop: this.stopping.signal };
        this.begin(new ReceiverSession(hook, this.parts, end), lane);
      }
    }
    const endedAtMs = clock.steadyMs();
    this.looksAtMs = endedAtMs + (endedAtMs - beganAtMs) * RESTS_BETWEEN_LOOKS;
  }

  private begin(session: ReceiverSession, lane: Lane): void {
    lane.sessions.add(session);
    const run = session.run().then((mayHaveMore) => {
      lane.sessions.delete(session);
      this.runs.delete(run);
      if (mayHaveMore || lane.mayHaveMore) {
        this.looks.look();
      }
    });
    this.runs.add(run);
  }

  private renew(): void {
    const held = this.lanes.flatMap(({ sessions }) => [...sessions].map(({ hook }) => hook));
    if (held.length > 0) {
      renewLeases(this.parts.pool, held).catch((error: unknown) =>
        this.parts.log.warn({ err: withoutDetails(error) }, 'the leases of webhooks were not renewed'),
      );
    }
  }
}

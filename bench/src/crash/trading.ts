import { setTimeout as pause } from 'node:timers/promises';
import { audit } from '@perkex/server/audit/audit.js';
import type { TradedProduct } from '../market/products.js';
import type { RunningServer } from '../servers/running-server.js';
import { CrashTestFailure, type Trader } from './traders.js';

/** Acknowledgements of one batch are closer together than this. */
const PAUSE_BETWEEN_BATCHES_MS = 30;
/** The most acknowledgements to wait for one that is the first of its batch. */
const PATIENCE_FOR_THE_FIRST = 60;
/** The longest time without any acknowledgement. */
const MAX_SILENCE_MS = 120_000;

/**
 * Lets traders trade while something else happens, and stops them afterwards.
 * @param lanes the traders, each as often as it has orders at once
 * @throws the failure of a trader
 */
export async function whileTrading(
  lanes: readonly Trader[],
  products: readonly TradedProduct[],
  work: (acknowledgements: Acknowledgements) => Promise<void>,
): Promise<void> {
  const acknowledgements = new Acknowledgements();
  let isOver = false;
  const trading = Promise.all(
    lanes.map((trader) => trader.tradeUntil(() => isOver, products, acknowledgements.count)),
  );
  trading.catch(acknowledgements.fail);
  try {
    await work(acknowledgements);
  } finally {
    isOver = true;
  }
  await trading;
}

/** Counts acknowledgements, and the time between them. */
class Acknowledgements {
  longestSilenceMs = 0;
  private counted = 0;
  private lastAtMs = 0;
  private isWanted: (isFirst: boolean) => boolean = () => false;
  private reached: () => void = () => {};
  private failed: (error: Error) => void = () => {};
  private failure: Error | null = null;

  readonly count = (): void => {
    const nowMs = performance.now();
    const silenceMs = nowMs - this.lastAtMs;
    this.longestSilenceMs = Math.max(this.longestSilenceMs, this.lastAtMs === 0 ? 0 : silenceMs);
    this.lastAtMs = nowMs;
    this.counted += 1;
    if (this.isWanted(silenceMs > PAUSE_BETWEEN_BATCHES_MS)) {
      this.reached();
    }
  };

  /** Ends the wait for acknowledgements: a trader has failed. */
  readonly fail = (error: Error): void => {
    this.failure = error;
    this.failed(error);
  };

  /** Resolves after this many further acknowledgements. */
  further(number: number): Promise<void> {
    const wanted = this.counted + number;
    return this.until(() => this.counted >= wanted);
  }

  /** Resolves at the next acknowledgement that is the first of a batch. */
  firstOfBatch(): Promise<void> {
    const latest = this.counted + PATIENCE_FOR_THE_FIRST;
    return this.until((isFirst) => isFirst || this.counted >= latest);
  }

  private async until(isWanted: (isFirst: boolean) => boolean): Promise<void> {
    if (this.failure) {
      throw this.failure;
    }
    this.isWanted = isWanted;
    const enough = new Promise<void>((resolve, reject) => {
      this.reached = resolve;
      this.failed = reject;
    });
    const isOver = new AbortController();
    const silence = this.untilSilent(isOver.signal);
    try {
      await Promise.race([enough, silence]);
    } finally {
      isOver.abort();
      silence.catch(() => {});
    }
  }

  /** @throws after a long time without any acknowledgement */
  private async untilSilent(signal: AbortSignal): Promise<void> {
    const beganAtMs = performance.now();
    for (;;) {
      const leftMs = Math.max(beganAtMs, this.lastAtMs) + MAX_SILENCE_MS - performance.now();
      if (leftMs <= 0) {
        throw new Error(`Nothing was acknowledged for ${MAX_SILENCE_MS} ms.`);
      }
      await pause(leftMs, undefined, { signal });
    }
  }
}

/** @throws CrashTestFailure with the violations that the audit finds */
export async function expectCleanAudit(
  server: Pick<RunningServer, 'withDatabase'>,
  after: string,
): Promise<void> {
  const results = await server.withDatabase(({ pool }) => audit(pool));
  const violated = results.filter(({ violations }) => violations > 0);
  if (violated.length > 0) {
    throw new CrashTestFailure(`The audit after ${after} found ${JSON.stringify(violated)}`);
  }
}

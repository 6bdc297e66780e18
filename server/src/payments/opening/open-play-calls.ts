import type { Holidays } from '@perkex/core/deals/working-days.js';
import type pg from 'pg';
import { pino } from 'pino';
import { Jobs } from '../../jobs/jobs.js';
import type { CallKey } from '../call-name.js';
import { readPartyRefs } from '../party-refs.js';
import { PaymentCalls } from '../payment-calls.js';
import { PaymentReconciler } from '../payment-reconciler.js';
import { openPlay } from '../play/open-play.js';
import { ProviderUnavailableError } from '../provider-unavailable-error.js';

export interface PlayCallsSources {
  readonly pool: pg.Pool;
  readonly holidays: Holidays;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** The time of the stand-in. */
  readonly nowMs: () => number;
}

/** The calls of deals, with play money, for a process that is not a server. */
export interface PlayCalls {
  /**
   * Makes a call, and takes the steps that follow from its outcome. @throws ProviderUnavailableError after five
   * attempts
   */
  readonly make: (call: CallKey) => Promise<void>;
  readonly close: () => Promise<void>;
}

const MAX_ATTEMPTS = 5;
/** No user visits a page of the stand-in's bank. */
const NO_PAGES_URL = 'http://localhost';

/** Opens play money without jobs. What the stand-in reports later than in its answers is not needed. */
export async function openPlayCalls({ pool, holidays, newId, nowMs }: PlayCallsSources): Promise<PlayCalls> {
  const { provider, standIn } = await openPlay({
    pool,
    nowMs,
    newId,
    pagesUrl: NO_PAGES_URL,
    receive: async (events) => events.map(() => true),
  });
  const log = pino({ enabled: false });
  const calls = new PaymentCalls({
    pool,
    provider,
    log,
    jobs: new Jobs({ pool, random: () => 0, log }),
    reconciler: new PaymentReconciler({ pool, provider, holidays, log, onStepped: async () => {} }),
    partyRefs: (key) => readPartyRefs({ pool, provider }, key),
    isInDatabase: true,
    returnUrl: () => NO_PAGES_URL,
  });
  return {
    make: (call) => makeRepeatedly(calls, call),
    close: async () => {
      await standIn.deliverEvents();
      await standIn.close();
    },
  };
}

async function makeRepeatedly(calls: PaymentCalls, call: CallKey): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await calls.make(call);
      return;
    } catch (error) {
      if (!(error instanceof ProviderUnavailableError) || attempt === MAX_ATTEMPTS) {
        throw error;
      }
    }
  }
}

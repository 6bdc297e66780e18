import { BusyError } from '../../../errors/busy-error.js';

const AT_ONCE = 2;
const MAX_WAITING_PER_QUEUE = 64;
const RECOGNISED_SLOTS_IN_A_ROW = 3;
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 2_000;

/** Thrown when the queue of the semaphore is full. */
export class SemaphoreFullError extends BusyError {
  override readonly name = 'SemaphoreFullError';
}

/** The client whose password is to be hashed. */
export interface Visitor {
  /** True if this browser has proved the account before, by a password, a session or a mail. */
  readonly isKnown: boolean;
  /** The address as limits count it. */
  readonly address: string;
  /** The e-mail or the user that the password belongs to. */
  readonly account: string;
}

/** Schedules password hashing. */
export interface PasswordSemaphore {
  /** Runs the task in the visitor's slot. Rejects with SemaphoreFullError, or with the task's error. */
  run<Result>(visitor: Visitor, task: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  readonly visitor: Visitor;
  enter(): void;
  refuse(error: SemaphoreFullError): void;
}

/**
 * A semaphore for password hashing, which takes 32 MiB and about a tenth of a second of a core. Two run at once; the
 * others wait in two fair queues. Recognised browsers go first, except that every fourth slot goes to a stranger, so
 * that neither queue starves. Within a queue, the address and the account that have waited longest since their last
 * slot go first, so a light user overtakes a heavy one. A full queue refuses the last in that order, not the newest.
 */
export function openPasswordSemaphore(): PasswordSemaphore {
  const known: Waiting[] = [];
  const strangers: Waiting[] = [];
  const lastTurns = lastTurnsOf();
  let inside = 0;
  let knownInARow = 0;

  function wait(visitor: Visitor): Promise<void> {
    return new Promise((enter, refuse) => {
      const lane = visitor.isKnown ? known : strangers;
      lane.push({ visitor, enter, refuse });
      if (lane.length > MAX_WAITING_PER_QUEUE) {
        take(lane, inOrder(lane, lastTurns.of).at(-1))?.refuse(new SemaphoreFullError());
      }
    });
  }

  function next(): Waiting | undefined {
    const isStrangersSlot =
      known.length === 0 || (strangers.length > 0 && knownInARow >= RECOGNISED_SLOTS_IN_A_ROW);
    knownInARow = isStrangersSlot ? 0 : knownInARow + 1;
    const lane = isStrangersSlot ? strangers : known;
    return take(lane, inOrder(lane, lastTurns.of)[0]);
  }

  function leave(): void {
    const waiting = next();
    // The next one takes over the slot directly, so that a newcomer cannot slip in between.
    if (waiting) {
      lastTurns.note(waiting.visitor);
      waiting.enter();
    } else {
      inside -= 1;
    }
  }

  return {
    async run(visitor, task) {
      if (inside < AT_ONCE) {
        inside += 1;
        lastTurns.note(visitor);
      } else {
        await wait(visitor);
      }
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}

function take(lane: Waiting[], waiting: Waiting | undefined): Waiting | undefined {
  if (waiting) {
    lane.splice(lane.indexOf(waiting), 1);
  }
  return waiting;
}

/**
 * Sorts a queue. First come the first entries of each address and account, then the second ones, and so on. Ties are
 * broken by the oldest last slot, then by arrival.
 */
function inOrder(lane: readonly Waiting[], lastTurnOf: (visitor: Visitor) => number): Waiting[] {
  const seen = new Map<string, number>();
  const ranked = lane.map((waiting) => {
    const places = sharesOf(waiting.visitor).map((share) => {
      const place = seen.get(share) ?? 0;
      seen.set(share, place + 1);
      return place;
    });
    return { waiting, place: Math.max(...places), lastTurn: lastTurnOf(waiting.visitor) };
  });
  return ranked
    .sort((one, other) => one.place - other.place || one.lastTurn - other.lastTurn)
    .map(({ waiting }) => waiting);
}

/** When addresses and accounts last had a slot: 0 for those without one in the last minute. */
function lastTurnsOf() {
  const lastTurns = new Map<string, number>();
  return {
    of(visitor: Visitor): number {
      const timeMs = Math.max(...sharesOf(visitor).map((share) => lastTurns.get(share) ?? 0));
      return performance.now() - timeMs < REMEMBERED_MS ? timeMs : 0;
    },
    note(visitor: Visitor): void {
      for (const share of sharesOf(visitor)) {
        // Deleted first, so that the map stays in order of last use.
        lastTurns.delete(share);
        lastTurns.set(share, performance.now());
      }
      for (const share of lastTurns.keys()) {
        if (lastTurns.size <= MAX_REMEMBERED) {
          break;
        }
        lastTurns.delete(share);
      }
    },
  };
}

/**
 * The keys by which a visitor shares the queue. Recognised browsers and strangers do not take slots from each other.
 */
function sharesOf({ isKnown, address, account }: Visitor): string[] {
  const lane = isKnown ? 'known' : 'stranger';
  return [`${lane} address ${address}`, `${lane} account ${account}`];
}

import { BusyError } from '../../../errors/busy-error.js';

const AT_ONCE = 2;
const WAITING_OF_A_LANE = 64;
const KNOWN_TURNS_IN_A_ROW = 3;
const REMEMBERED_MS = 60_000;
const REMEMBERED_MOST = 2_000;

/** Refused by the gate: as many wait as may wait. */
export class GateFullError extends BusyError {
  override readonly name = 'GateFullError';
}

/** Who wants a password to be hashed. */
export interface Visitor {
  /** Whether this browser has proved the account before, by its password, a session or a mail. */
  readonly isKnown: boolean;
  /** As limits count addresses. */
  readonly address: string;
  /** The e-mail or the user whose password it is. */
  readonly account: string;
}

/** Decides whose password is hashed next. */
export interface PasswordGate {
  /** Runs the task in the visitor's turn. Rejects with GateFullError, or with what the task rejects with. */
  run<Result>(visitor: Visitor, task: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  readonly visitor: Visitor;
  enter(): void;
  refuse(error: GateFullError): void;
}

/**
 * Hashing a password takes 32 MiB and about a tenth of a second of a core, so two run at once and the others wait, in
 * two lanes. Known browsers go first, whatever strangers do; every fourth turn is a stranger's, so that neither lane
 * stands still. Within a lane, those go first whose address and account have waited longest for a turn: somebody who
 * comes once goes ahead of whoever keeps asking. Where a lane is full, the last in that order is refused, not the
 * newest.
 */
export function openPasswordGate(): PasswordGate {
  const known: Waiting[] = [];
  const strangers: Waiting[] = [];
  const lastTurns = lastTurnsOf();
  let inside = 0;
  let knownInARow = 0;

  function wait(visitor: Visitor): Promise<void> {
    return new Promise((enter, refuse) => {
      const lane = visitor.isKnown ? known : strangers;
      lane.push({ visitor, enter, refuse });
      if (lane.length > WAITING_OF_A_LANE) {
        take(lane, inOrder(lane, lastTurns.of).at(-1))?.refuse(new GateFullError());
      }
    });
  }

  function next(): Waiting | undefined {
    const isStrangersTurn =
      known.length === 0 || (strangers.length > 0 && knownInARow >= KNOWN_TURNS_IN_A_ROW);
    knownInARow = isStrangersTurn ? 0 : knownInARow + 1;
    const lane = isStrangersTurn ? strangers : known;
    return take(lane, inOrder(lane, lastTurns.of)[0]);
  }

  function leave(): void {
    const waiting = next();
    // Whoever is called takes over the place, so that a newcomer cannot slip in between.
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
 * A lane in the order of its turns. First come those who are the first of their address and of their account, then the
 * second ones, and so on; among them, whose last turn was longest ago; among those, who came first.
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

/** When addresses and accounts last had a turn: 0 for those that had none within the last minute. */
function lastTurnsOf() {
  const lastTurns = new Map<string, number>();
  return {
    of(visitor: Visitor): number {
      const timeMs = Math.max(...sharesOf(visitor).map((share) => lastTurns.get(share) ?? 0));
      return performance.now() - timeMs < REMEMBERED_MS ? timeMs : 0;
    },
    note(visitor: Visitor): void {
      for (const share of sharesOf(visitor)) {
        // Taken out first, so that the map stays in the order of turns.
        lastTurns.delete(share);
        lastTurns.set(share, performance.now());
      }
      for (const share of lastTurns.keys()) {
        if (lastTurns.size <= REMEMBERED_MOST) {
          break;
        }
        lastTurns.delete(share);
      }
    },
  };
}

/** What a visitor shares the lane by. Known browsers and strangers do not take turns from each other. */
function sharesOf({ isKnown, address, account }: Visitor): string[] {
  const lane = isKnown ? 'known' : 'stranger';
  return [`${lane} address ${address}`, `${lane} account ${account}`];
}

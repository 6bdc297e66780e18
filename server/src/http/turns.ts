import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify';
import { sendProblem } from './problems.js';
import { whenClosed } from './when-closed.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An answer that needs nothing of what reads share: it takes no turn among them. */
    isApart?: boolean;
  }
  interface FastifyRequest {
    /** How to leave the turns that the request has or waits for; null before the first. */
    turns: Map<unknown, () => void> | null;
  }
}

export interface TurnLimits {
  /** How many requests are handled at a time. */
  readonly atOnce: number;
  /** How many more may wait. */
  readonly waiting: number;
}

/**
 * A browser asks for about 30 things per page, over six connections. That is fewer than the pool has connections to the
 * database, so that no address and no user can keep all of those from the others.
 */
export const TURNS_PER_ADDRESS: TurnLimits = { atOnce: 6, waiting: 200 };
export const TURNS_PER_USER: TurnLimits = { atOnce: 6, waiting: 100 };

interface Visitor {
  inside: number;
  /** In the order in which they came. */
  readonly line: Set<() => void>;
}

/** Turns for each of many visitors: some at once, the next in line, first come first served. */
export class Turns {
  private readonly visitors = new Map<string, Visitor>();

  constructor(private readonly limits: TurnLimits) {}

  /**
   * Calls `begin` when it is the visitor's turn, at once or later.
   * @returns what ends the turn or leaves the line, and may be called twice; null when the line is full
   */
  take(visitorKey: string, begin: () => void): (() => void) | null {
    const visitor = this.visitors.get(visitorKey) ?? { inside: 0, line: new Set() };
    if (visitor.inside >= this.limits.atOnce && visitor.line.size >= this.limits.waiting) {
      return null;
    }
    this.visitors.set(visitorKey, visitor);
    let state: 'waiting' | 'inside' | 'over' = 'waiting';
    const enter = () => {
      state = 'inside';
      visitor.inside += 1;
      begin();
    };
    const leave = () => {
      if (state === 'over') {
        return;
      }
      const wasInside = state === 'inside';
      state = 'over';
      if (wasInside) {
        visitor.inside -= 1;
        this.callNext(visitor);
      } else {
        visitor.line.delete(enter);
      }
      if (visitor.inside === 0) {
        this.visitors.delete(visitorKey);
      }
    };
    visitor.line.add(enter);
    if (visitor.inside < this.limits.atOnce) {
      this.callNext(visitor);
    }
    return leave;
  }

  private callNext({ line }: Visitor): void {
    const [next] = line;
    if (next) {
      line.delete(next);
      next();
    }
  }
}

/** What hands out turns: of each visitor (`Turns`), or of all of them (`Rounds`). */
interface TakesTurns {
  take(visitor: string, begin: () => void): (() => void) | null;
}

/** Before any hook of `takeTurns`. */
export function registerTurns(app: FastifyInstance): void {
  app.decorateRequest('turns', null);
  app.addHook('onSend', async (request) => endTurns(request));
}

/** Before whatever is sent past the hooks: an answer that goes on for as long as somebody listens. */
export function endTurns(request: FastifyRequest): void {
  for (const leave of request.turns?.values() ?? []) {
    leave();
  }
}

/**
 * Handles a bounded number of requests at a time, keeps a bounded number waiting, and refuses the rest (429). A turn
 * begins when the body is there and ends when the answer is about to be sent, so that nobody holds one by sending or
 * reading slowly. Whoever hangs up leaves the line at once, but keeps the turn for as long as the handler is at work:
 * otherwise hanging up would be a way to have any number of requests worked on.
 * @param visitorOf null for a request that takes no turn here
 */
export function takeTurns(
  turns: TakesTurns,
  visitorOf: (request: FastifyRequest) => string | null,
): preValidationHookHandler {
  return (request, reply, done) => {
    const visitor = visitorOf(request);
    const taken = request.turns ?? new Map<unknown, () => void>();
    // A handler that finds nothing hands the same request to another one, hooks included.
    if (visitor === null || taken.has(turns)) {
      done();
      return;
    }
    request.turns = taken;
    const { socket } = request.raw;
    if (socket.destroyed) {
      endTurns(request); // hung up before: nobody is there for an answer
      return;
    }
    let stopWatching = () => {};
    let hasBegun = false;
    let isKept = false;
    const leave = turns.take(visitor, () => {
      hasBegun = true;
      if (isKept) {
        stopWatching();
        setImmediate(done); // not inside the end of the turn before, or a line of refused requests is one deep stack
      }
    });
    if (!leave) {
      sendProblem(reply, { refused: 'too-many-requests' });
      return;
    }
    // Before the request goes on: it may be answered, and its turns given back, before `done` returns.
    taken.set(turns, leave);
    isKept = true;
    if (hasBegun) {
      done();
    } else {
      stopWatching = whenClosed(socket, () => endTurns(request));
    }
  };
}

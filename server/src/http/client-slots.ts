import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify';
import { sendProblem } from './problems.js';
import { whenClosed } from './when-closed.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a request that uses no shared resource of reads, and so takes no slot among them. */
    isApart?: boolean;
  }
  interface FastifyRequest {
    /** Functions that release the slots that the request has or waits for; null before the first. */
    turns: Map<unknown, () => void> | null;
  }
}

export interface SlotLimits {
  /** How many requests are handled at a time. */
  readonly atOnce: number;
  /** Maximum number of further requests in the queue. */
  readonly waiting: number;
}

/**
 * A page makes about 30 requests, over six connections. Six is fewer than the connections of the database pool, so no
 * address and no user can occupy them all.
 */
export const SLOTS_PER_ADDRESS: SlotLimits = { atOnce: 6, waiting: 200 };
export const SLOTS_PER_USER: SlotLimits = { atOnce: 6, waiting: 100 };

interface Visitor {
  inside: number;
  /** In order of arrival. */
  readonly line: Set<() => void>;
}

/** Slots per visitor: some requests run at once, the others queue in order of arrival. */
export class ClientSlots {
  private readonly visitors = new Map<string, Visitor>();

  constructor(private readonly limits: SlotLimits) {}

  /**
   * Calls `begin` when the visitor gets a slot, at once or later.
   * @returns a function that releases the slot or leaves the queue, and may be called twice; null when the queue is
   * full
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

/** Grants slots, per visitor (`ClientSlots`) or across all of them (`FairQueue`). */
interface SlotSource {
  take(visitor: string, begin: () => void): (() => void) | null;
}

/** Register it before any hook of `takeSlots`. */
export function registerSlots(app: FastifyInstance): void {
  app.decorateRequest('turns', null);
  app.addHook('onSend', async (request) => releaseSlots(request));
}

/** Call it before an answer that bypasses the hooks, such as an endless stream. */
export function releaseSlots(request: FastifyRequest): void {
  for (const leave of request.turns?.values() ?? []) {
    leave();
  }
}

/**
 * Handles a bounded number of requests at a time, queues a bounded number, and refuses the rest (429). A slot begins
 * when the body is complete and ends when the answer is about to be sent, so that slow senders and readers hold none. A
 * client that hangs up leaves the queue at once, but keeps its slot while the handler runs: otherwise hanging up would
 * be a way around the limit.
 * @param visitorOf null for a request that takes no slot here
 */
export function takeSlots(
  turns: SlotSource,
  visitorOf: (request: FastifyRequest) => string | null,
): preValidationHookHandler {
  return (request, reply, done) => {
    const visitor = visitorOf(request);
    const taken = request.turns ?? new Map<unknown, () => void>();
    // A handler that finds nothing hands the same request to another one, whose hooks run again.
    if (visitor === null || taken.has(turns)) {
      done();
      return;
    }
    request.turns = taken;
    const { socket } = request.raw;
    if (socket.destroyed) {
      releaseSlots(request); // hung up before: no client is left for an answer
      return;
    }
    let stopWatching = () => {};
    let hasBegun = false;
    let isKept = false;
    const leave = turns.take(visitor, () => {
      hasBegun = true;
      if (isKept) {
        stopWatching();
        setImmediate(done); // not nested in the end of the previous slot: many refused requests would make a deep stack
      }
    });
    if (!leave) {
      sendProblem(reply, { refused: 'too-many-requests' });
      return;
    }
    // Before the request proceeds: it may be answered, and its slots released, before `done` returns.
    taken.set(turns, leave);
    isKept = true;
    if (hasBegun) {
      done();
    } else {
      stopWatching = whenClosed(socket, () => releaseSlots(request));
    }
  };
}

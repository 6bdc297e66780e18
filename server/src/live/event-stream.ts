import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { endTurns } from '../http/turns.js';
import { whenClosed } from '../http/when-closed.js';

/** Browsers whose stream ends come back after a second to three, not all at once. */
const RETRY_MS = { least: 1_000, spread: 2_000 };
/** Nobody reads that slowly for any good. */
const BLOCKED_FOR_MS = 30_000;

/** One event as it is sent. */
export function eventText(name: string, data: object, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Events from which nobody goes on. */
export function withoutIds(events: string): string {
  return events.replace(/^id: .*\n/gm, '');
}

const RESET = eventText('reset', {});
const COMMENT = ':\n\n';

/**
 * A stream of server-sent events. What a slow reader cannot take is not kept for it: once it reads again, it is told
 * to read anew (`reset`); one that does not within half a minute is cut off.
 */
export class EventStream {
  private isBlocked = false;
  private hasMissed = false;

  /** Takes the reply over and sends its head. */
  static begin(reply: FastifyReply): EventStream {
    reply.hijack();
    endTurns(reply.request);
    // The stream ends with its connection: no length before each event, which would be three writes instead of one.
    reply.raw.removeHeader('transfer-encoding');
    const retryMs = Math.round(RETRY_MS.least + Math.random() * RETRY_MS.spread);
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
      'x-accel-buffering': 'no', // nginx would keep the events back
    });
    reply.raw.write(`retry: ${retryMs}\n\n`);
    return new EventStream(reply.raw, reply.request.raw.socket);
  }

  private constructor(
    private readonly raw: ServerResponse,
    private readonly socket: Socket,
  ) {}

  get isOver(): boolean {
    return this.socket.destroyed || this.raw.writableEnded;
  }

  onClose(callback: () => void): void {
    if (this.socket.destroyed) {
      callback(); // gone while it was being opened
    } else {
      whenClosed(this.socket, callback);
    }
  }

  send(events: string | Buffer): void {
    if (this.isOver) {
      return;
    }
    if (this.isBlocked) {
      this.hasMissed = true;
    } else if (!this.raw.write(events)) {
      this.waitForReader();
    }
  }

  /** Tells the reader to read anew. */
  reset(): void {
    this.send(RESET);
  }

  /** Shows a quiet reader that the stream is there; a slow one needs no more to read. */
  comment(): void {
    if (!this.isBlocked) {
      this.send(COMMENT);
    }
  }

  end(): void {
    this.raw.end();
  }

  private waitForReader(): void {
    this.isBlocked = true;
    const patience = setTimeout(() => this.socket.destroy(), BLOCKED_FOR_MS);
    patience.unref();
    const stopWatching = whenClosed(this.socket, () => clearTimeout(patience));
    this.raw.once('drain', () => {
      clearTimeout(patience);
      stopWatching();
      this.isBlocked = false;
      if (this.hasMissed) {
        this.hasMissed = false;
        this.reset();
      }
    });
  }
}

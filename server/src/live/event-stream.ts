import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { releaseSlots } from '../http/client-slots.js';
import { whenClosed } from '../http/when-closed.js';

/** Jitter: browsers whose streams end reconnect after one to three seconds, not all at once. */
const RETRY_MS = { min: 1_000, spread: 2_000 };
/** No legitimate reader is blocked for that long. */
const BLOCKED_FOR_MS = 30_000;

/** One event in its wire format. */
export function eventText(name: string, data: object, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Events without ids, after which no reader can resume. */
export function withoutIds(events: string): string {
  return events.replace(/^id: .*\n/gm, '');
}

export type StreamType = 'text/event-stream' | 'application/x-ndjson';

const RESET = eventText('reset', {});
const COMMENT = ':\n\n';

/**
 * A stream of server-sent events. Events that a slow reader cannot take are dropped. Once it reads again, it gets
 * `reset` and refetches; a reader blocked for half a minute is disconnected.
 */
export class EventStream {
  private isBlocked = false;
  private hasMissed = false;

  /** Takes over the reply and sends its head. */
  static begin(
    reply: FastifyReply,
    random: () => number,
    type: StreamType = 'text/event-stream',
  ): EventStream {
    reply.hijack();
    releaseSlots(reply.request);
    // The stream ends with its connection, so no chunk lengths are sent: they would make three writes of each event.
    reply.raw.removeHeader('transfer-encoding');
    const retryMs = Math.round(RETRY_MS.min + random() * RETRY_MS.spread);
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      connection: 'close',
      'x-accel-buffering': 'no', // nginx would keep the events back
    });
    if (type === 'text/event-stream') {
      reply.raw.write(`retry: ${retryMs}\n\n`);
    } else {
      reply.raw.flushHeaders();
    }
    return new EventStream(reply.raw, reply.request.raw.socket);
  }

  private constructor(
    private readonly raw: ServerResponse,
    private readonly socket: Socket,
  ) {}

  get isOver(): boolean {
    return this.socket.destroyed || this.raw.writableEnded;
  }

  /** False while a slow reader cannot take more. */
  get isReady(): boolean {
    return !this.isBlocked && !this.isOver;
  }

  onClose(callback: () => void): void {
    if (this.socket.destroyed) {
      callback(); // closed while it was being opened
    } else {
      whenClosed(this.socket, callback);
    }
  }

  send(events: string | Buffer): void {
    if (this.isOver || events.length === 0) {
      return;
    }
    if (this.isBlocked) {
      this.hasMissed = true;
    } else if (!this.raw.write(events)) {
      this.waitForReader();
    }
  }

  /** Makes the reader refetch. */
  reset(): void {
    this.send(RESET);
  }

  /** Shows an idle reader that the stream is alive. A slow reader needs no more data. */
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

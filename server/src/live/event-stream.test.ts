import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventStream } from './event-stream.js';

/** A response whose reader can be made to accept nothing. */
class Raw extends EventEmitter {
  written: string[] = [];
  takesMore = true;
  destroyed = false;
  writableEnded = false;
  head: object = {};

  removeHeader(): void {}

  writeHead(_status: number, headers: object): void {
    this.head = headers;
  }

  write(chunk: string | Buffer): boolean {
    this.written.push(String(chunk));
    return this.takesMore;
  }

  end(): void {
    this.writableEnded = true;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

let raw: Raw;
let stream: EventStream;

beforeEach(() => {
  vi.useFakeTimers();
  raw = new Raw();
  const request = { turns: null, raw: { socket: raw } };
  const reply = { raw, request, hijack: () => {}, getHeaders: () => ({ 'x-given': 'kept' }) };
  stream = EventStream.begin(reply as unknown as FastifyReply, () => 0.5);
});

afterEach(() => {
  vi.useRealTimers();
});

it('begins with its head, the headers of every answer, and a retry delay', () => {
  expect(raw.head).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8', 'x-given': 'kept' });
  const [, retryMs] = /^retry: (\d+)\n\n$/.exec(raw.written[0] ?? '') ?? [];
  expect(Number(retryMs)).toBeGreaterThanOrEqual(1_000);
});

it('drops events for a slow reader, and sends it a reset', () => {
  raw.written = [];
  raw.takesMore = false;
  for (let count = 0; count < 1_000; count += 1) {
    stream.send(`event ${count}`);
    stream.comment();
  }
  expect(raw.written).toEqual(['event 0']);
  raw.takesMore = true;
  raw.emit('drain');
  stream.send('event 1000');
  expect(raw.written).toEqual(['event 0', 'event: reset\ndata: {}\n\n', 'event 1000']);
  vi.advanceTimersByTime(60_000);
  expect(raw.destroyed).toBe(false);
});

it('disconnects a reader that accepts nothing for half a minute', () => {
  const closed = vi.fn();
  stream.onClose(closed);
  raw.takesMore = false;
  stream.send('event 1');
  vi.advanceTimersByTime(29_999);
  expect(raw.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect([raw.destroyed, closed.mock.calls.length]).toEqual([true, 1]);
  stream.send('event 2');
  expect(raw.written).not.toContain('event 2');
  expect(vi.getTimerCount()).toBe(0);
});

it('reports a connection that closes while the stream opens', () => {
  raw.destroy();
  const closed = vi.fn();
  stream.onClose(closed);
  expect(closed).toHaveBeenCalledOnce();
});

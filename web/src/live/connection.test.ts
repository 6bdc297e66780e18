import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnection, type StreamListener } from './connection.js';

interface FakeStream {
  readonly address: string;
  readonly lastEventId: string | null;
  readonly listener: StreamListener;
  isClosed: boolean;
}

/** A connection whose streams the test controls, and a record of its callbacks. */
function connect(random = () => 1) {
  const streams: FakeStream[] = [];
  const calls: string[] = [];
  const connection = createConnection(
    (address, lastEventId, listener) => {
      const stream = { address, lastEventId, listener, isClosed: false };
      streams.push(stream);
      return () => {
        stream.isClosed = true;
      };
    },
    {
      onOpen: () => calls.push('open'),
      onEvent: ({ name }) => calls.push(name),
      onMissing: (isMissing) => calls.push(isMissing ? 'missing' : 'there'),
      onRefused: () => calls.push('refused'),
    },
    random,
  );
  return { connection, streams, calls, stream: () => streams.at(-1)! };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const event = (id: string) => ({ name: 'book', data: '{}', id });

describe('a connection', () => {
  it('opens a stream at the wanted address and reports its events', () => {
    const { connection, streams, calls, stream } = connect();
    connection.want('/live');
    stream().listener.onOpen();
    stream().listener.onEvent(event('1'));
    expect(calls).toEqual(['open', 'book']);
    expect(streams).toHaveLength(1);
  });

  it('moves to another address and continues after the last event', () => {
    const { connection, streams, stream } = connect();
    connection.want('/live?product=3');
    stream().listener.onOpen();
    stream().listener.onEvent(event('7'));
    connection.want('/live?product=4');
    expect(streams.map(({ address, lastEventId, isClosed }) => [address, lastEventId, isClosed])).toEqual([
      ['/live?product=3', null, true],
      ['/live?product=4', '7', false],
    ]);
  });

  it('keeps its stream when the same address is wanted again, and closes it when none is wanted', () => {
    const { connection, streams, stream } = connect();
    connection.want('/live');
    connection.want('/live');
    expect(streams).toHaveLength(1);
    connection.want(null);
    expect(stream().isClosed).toBe(true);
    vi.advanceTimersByTime(600_000);
    expect(streams).toHaveLength(1);
  });

  it('reconnects after a stream ends, backing off up to a minute, and resets the backoff after a stream has lived for a minute', () => {
    const { connection, streams, stream } = connect();
    connection.want('/live');
    for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      const before = streams.length;
      stream().listener.onEnd(false);
      vi.advanceTimersByTime(pauseMs - 1);
      expect(streams).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(streams).toHaveLength(before + 1);
    }
    stream().listener.onOpen();
    for (let comments = 0; comments < 4; comments += 1) {
      vi.advanceTimersByTime(15_000);
      stream().listener.onAlive();
    }
    stream().listener.onEnd(false);
    vi.advanceTimersByTime(1_000);
    expect(streams).toHaveLength(10);
  });

  it('backs off from streams that open and end at once, and reports them missing until one lives', () => {
    const { connection, streams, calls, stream } = connect();
    connection.want('/live');
    for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      const before = streams.length;
      stream().listener.onOpen();
      stream().listener.onEnd(false);
      vi.advanceTimersByTime(pauseMs - 1);
      expect(streams).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(streams).toHaveLength(before + 1);
    }
    stream().listener.onOpen();
    expect(calls.filter((each) => each !== 'open')).toEqual(['missing']);
    for (let comments = 0; comments < 4; comments += 1) {
      vi.advanceTimersByTime(15_000);
      stream().listener.onAlive();
    }
    expect(calls.filter((each) => each !== 'open')).toEqual(['missing', 'there']);
  });

  it('waits at least half of the pause before it reconnects, with jitter', () => {
    const { connection, streams, stream } = connect(() => 0);
    connection.want('/live');
    stream().listener.onEnd(false);
    vi.advanceTimersByTime(499);
    expect(streams).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(streams).toHaveLength(2);
  });

  it('restarts at once on request, whether it waits or is open, but only if a stream is wanted', () => {
    const { connection, streams, stream } = connect();
    connection.restart();
    connection.want('/live');
    stream().listener.onEnd(false);
    connection.restart();
    expect(streams).toHaveLength(2);
    vi.advanceTimersByTime(5_000);
    expect(streams).toHaveLength(2);
    stream().listener.onOpen();
    connection.restart();
    expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, true, false]);
  });

  it('reports once that the stream has been missing for ten seconds, and once that it is back', () => {
    const { connection, calls, stream } = connect();
    connection.want('/live');
    stream().listener.onEnd(false);
    vi.advanceTimersByTime(9_999);
    expect(calls).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(calls).toEqual(['missing']);
    stream().listener.onOpen();
    expect(calls).toEqual(['missing', 'there', 'open']);
  });

  it('drops a stream that sends nothing for twenty seconds, not even comments', () => {
    const { connection, streams, calls, stream } = connect();
    connection.want('/live');
    stream().listener.onOpen();
    vi.advanceTimersByTime(19_999);
    stream().listener.onAlive();
    vi.advanceTimersByTime(19_999);
    expect(calls).toEqual(['open']);
    vi.advanceTimersByTime(1);
    expect(calls).toEqual(['open', 'missing']);
    expect(streams[0]?.isClosed).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(streams).toHaveLength(2);
  });

  it('drops an attempt that gets no response, and reports the stream missing before that', () => {
    const { connection, streams, calls } = connect();
    connection.want('/live');
    vi.advanceTimersByTime(10_000);
    expect(calls).toEqual(['missing']);
    vi.advanceTimersByTime(11_000);
    expect(streams).toHaveLength(2);
    expect(streams[0]?.isClosed).toBe(true);
  });

  it('does not reconnect to a stream that is refused for good until it is wanted again', () => {
    const { connection, streams, calls, stream } = connect();
    connection.want('/live/me');
    stream().listener.onEnd(true);
    vi.advanceTimersByTime(600_000);
    expect(streams).toHaveLength(1);
    expect(calls).toEqual(['refused']);
    connection.want('/live/me');
    expect(streams).toHaveLength(2);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnection, type StreamListener } from './connection.js';

interface FakeStream {
  readonly address: string;
  readonly lastEventId: string | null;
  readonly listener: StreamListener;
  isClosed: boolean;
}

/** A connection whose streams the test plays, and what it has told. */
function connect(random = () => 1) {
  const streams: FakeStream[] = [];
  const told: string[] = [];
  const connection = createConnection(
    (address, lastEventId, listener) => {
      const stream = { address, lastEventId, listener, isClosed: false };
      streams.push(stream);
      return () => {
        stream.isClosed = true;
      };
    },
    {
      onOpen: () => told.push('open'),
      onEvent: ({ name }) => told.push(name),
      onMissing: (isMissing) => told.push(isMissing ? 'missing' : 'there'),
      onRefused: () => told.push('refused'),
    },
    random,
  );
  return { connection, streams, told, stream: () => streams.at(-1)! };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const event = (id: string) => ({ name: 'book', data: '{}', id });

describe('a connection', () => {
  it('opens a stream at the wanted address, and tells what comes', () => {
    const { connection, streams, told, stream } = connect();
    connection.want('/live');
    stream().listener.onOpen();
    stream().listener.onEvent(event('1'));
    expect(told).toEqual(['open', 'book']);
    expect(streams).toHaveLength(1);
  });

  it('moves to another address, from the last event on', () => {
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

  it('keeps its stream when the same is wanted again, and closes it when nothing is', () => {
    const { connection, streams, stream } = connect();
    connection.want('/live');
    connection.want('/live');
    expect(streams).toHaveLength(1);
    connection.want(null);
    expect(stream().isClosed).toBe(true);
    vi.advanceTimersByTime(600_000);
    expect(streams).toHaveLength(1);
  });

  it('comes back after the end of a stream, later each time up to a minute, and soon again once one has lived for a minute', () => {
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

  it('waits longer each time for streams that open and end at once, and reports them missing until one lives', () => {
    const { connection, streams, told, stream } = connect();
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
    expect(told.filter((each) => each !== 'open')).toEqual(['missing']);
    for (let comments = 0; comments < 4; comments += 1) {
      vi.advanceTimersByTime(15_000);
      stream().listener.onAlive();
    }
    expect(told.filter((each) => each !== 'open')).toEqual(['missing', 'there']);
  });

  it('comes back at half the pause at the earliest, by chance', () => {
    const { connection, streams, stream } = connect(() => 0);
    connection.want('/live');
    stream().listener.onEnd(false);
    vi.advanceTimersByTime(499);
    expect(streams).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(streams).toHaveLength(2);
  });

  it('starts anew at once when it is told to, whether it waits or is open, and only if anything is wanted', () => {
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

  it('says when it has been without a stream for ten seconds, once, and when there is one again', () => {
    const { connection, told, stream } = connect();
    connection.want('/live');
    stream().listener.onEnd(false);
    vi.advanceTimersByTime(9_999);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual(['missing']);
    stream().listener.onOpen();
    expect(told).toEqual(['missing', 'there', 'open']);
  });

  it('gives up a stream that is silent for twenty seconds, even without its comments', () => {
    const { connection, streams, told, stream } = connect();
    connection.want('/live');
    stream().listener.onOpen();
    vi.advanceTimersByTime(19_999);
    stream().listener.onAlive();
    vi.advanceTimersByTime(19_999);
    expect(told).toEqual(['open']);
    vi.advanceTimersByTime(1);
    expect(told).toEqual(['open', 'missing']);
    expect(streams[0]?.isClosed).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(streams).toHaveLength(2);
  });

  it('gives up an attempt to which nothing answers, and misses the stream before that', () => {
    const { connection, streams, told } = connect();
    connection.want('/live');
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual(['missing']);
    vi.advanceTimersByTime(11_000);
    expect(streams).toHaveLength(2);
    expect(streams[0]?.isClosed).toBe(true);
  });

  it('stays away from a stream that is refused for good, until it is wanted anew', () => {
    const { connection, streams, told, stream } = connect();
    connection.want('/live/me');
    stream().listener.onEnd(true);
    vi.advanceTimersByTime(600_000);
    expect(streams).toHaveLength(1);
    expect(told).toEqual(['refused']);
    connection.want('/live/me');
    expect(streams).toHaveLength(2);
  });
});

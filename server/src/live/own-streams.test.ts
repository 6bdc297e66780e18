import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EntryChanges } from '../feed/change-kind.js';
import type { FeedEntry } from '../feed/entry.js';
import { CHANGED_SESSIONS } from '../identity/changed-sessions.js';
import { NOTIFIED_USERS } from '../notifications/notified-users.js';
import { type EventStream, eventText } from './event-stream.js';
import { OwnStreams } from './own-streams.js';
import type { ProductNames } from './product-names.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('looks up many sessions a few at a time, and ends the streams of expired ones', async () => {
  const streams = new OwnStreams(
    {} as ProductNames,
    async () => 0,
    () => {},
  );
  const counts = { atOnce: 0, most: 0, commented: 0, ended: 0 };
  const stream = {
    onClose() {},
    comment() {
      counts.commented += 1;
    },
    end() {
      counts.ended += 1;
    },
  } as unknown as EventStream;
  for (let user = 0; user < 100; user += 1) {
    streams.open(stream, `user ${user}`, async () => {
      counts.atOnce += 1;
      counts.most = Math.max(counts.most, counts.atOnce);
      await Promise.resolve();
      counts.atOnce -= 1;
      return user % 2 === 0;
    });
  }
  vi.advanceTimersByTime(15_000);
  await Promise.all([streams.comment(), streams.comment()]);
  expect(counts).toEqual({ atOnce: 0, most: 2, commented: 50, ended: 50 });
});

/** A user's stream with a session check that the test answers, and the events sent on it. */
class Reader {
  readonly sent: string[] = [];
  isOver = false;
  /** Answers the session checks, the oldest first. */
  readonly answers: ((isSignedIn: boolean) => void)[] = [];
  readonly stream = {
    onClose() {},
    send: (events: string) => this.sent.push(events),
    end: () => {
      this.isOver = true;
    },
  } as unknown as EventStream;

  constructor(streams: OwnStreams, userId: string) {
    streams.open(this.stream, userId, () => new Promise((resolve) => this.answers.push(resolve)));
  }
}

const entry = (changes: EntryChanges): FeedEntry => ({
  stream: 'a',
  seq: 1,
  changes,
});

it('sends nothing after the feed entry that ends the session, even if a check was pending', async () => {
  const streams = new OwnStreams(
    {} as ProductNames,
    async () => 1,
    (error) => {
      throw error;
    },
  );
  const [ending, staying, others] = ['ann', 'ann', 'bob'].map((user) => new Reader(streams, user));
  const notify = async () => {
    streams.onEntry(entry(NOTIFIED_USERS.of(['ann', 'bob'])));
    await vi.advanceTimersByTimeAsync(0);
  };
  const answer = async (reader: Reader | undefined, ...answers: boolean[]) => {
    for (const isSignedIn of answers) {
      reader?.answers.shift()?.(isSignedIn);
      await vi.advanceTimersByTimeAsync(0);
    }
  };
  await notify();
  await answer(others, true);
  // The pending check of ann's session was made before her session ended.
  streams.onEntry(entry(CHANGED_SESSIONS.of(['ann'])));
  await answer(ending, true);
  await answer(staying, true);
  expect([ending?.sent, staying?.sent, others?.sent.length]).toEqual([[], [], 1]);
  await answer(ending, false, false);
  await answer(staying, true, true);
  await notify();
  expect([ending?.sent, ending?.isOver]).toEqual([[], true]);
  expect([staying?.sent.length, staying?.isOver]).toEqual([2, false]);
  expect([others?.sent.length, others?.answers]).toEqual([2, []]);
});

it('looks sessions up again after a gap in the feed', async () => {
  const streams = new OwnStreams(
    {} as ProductNames,
    async () => 0,
    () => {},
  );
  const reader = new Reader(streams, 'ann');
  streams.onMissed();
  reader.answers[0]?.(false);
  await vi.advanceTimersByTimeAsync(0);
  expect([reader.sent, reader.isOver]).toEqual([[], true]);
});

it('a failure to send an entry makes the readers refetch', async () => {
  const failures: unknown[] = [];
  const streams = new OwnStreams(
    {} as ProductNames,
    () => Promise.reject(new Error('no connection')),
    (error) => failures.push(error),
  );
  const reader = new Reader(streams, 'ann');
  streams.onEntry(entry(NOTIFIED_USERS.of(['ann'])));
  await vi.advanceTimersByTimeAsync(0);
  reader.answers[0]?.(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([failures.length, reader.sent]).toEqual([1, [eventText('reset', {})]]);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Follower } from '../../../feed/feed.js';
import { SessionMemory } from './session-memory.js';
import type { FoundSession } from './sessions.js';

let isUpToDate: boolean;
let follower: Follower | undefined;
let memory: SessionMemory;

beforeEach(async () => {
  vi.useFakeTimers();
  isUpToDate = true;
  follower = undefined;
  memory = new SessionMemory({
    isUpToDate: () => isUpToDate,
    follow: async (its) => {
      follower = its;
      return () => {};
    },
  });
  await memory.findOut('the first', async () => null); // from here on it follows the feed
});

afterEach(() => {
  vi.useRealTimers();
});

const sessionOf = (userId: string, lastsMs = 1e9): FoundSession => ({
  userId,
  isEmailProved: true,
  isBeingCleared: false,
  lastsMs,
});
const remember = (token: string, userId: string, lastsMs?: number) =>
  memory.findOut(token, async () => sessionOf(userId, lastsMs));

function tellOf(...sessionsOf: string[]): void {
  follower?.onBatch({ lane: 'a', seq: 1, changes: { books: [], notified: [], sessionsOf } });
}

it('knows a session for five seconds, by its own token only', async () => {
  expect(memory.find('ann’s')).toBeNull();
  await remember('ann’s', 'ann');
  expect([memory.find('ann’s'), memory.find('bob’s')]).toEqual([
    { userId: 'ann', isEmailProved: true, isBeingCleared: false },
    null,
  ]);
  vi.advanceTimersByTime(4_999);
  expect(memory.find('ann’s')?.userId).toBe('ann');
  vi.advanceTimersByTime(1);
  expect(memory.find('ann’s')).toBeNull();
});

it('counts the time from when it asked, and ends with the session', async () => {
  await memory.findOut('slow', async () => {
    vi.advanceTimersByTime(4_000);
    return sessionOf('ann');
  });
  await remember('short', 'bob', 500);
  vi.advanceTimersByTime(999);
  expect([memory.find('slow')?.userId, memory.find('short')]).toEqual(['ann', null]);
  vi.advanceTimersByTime(1);
  expect(memory.find('slow')).toBeNull();
});

it('forgets all sessions of a user of whom the feed tells, and nobody else’s', async () => {
  await remember('ann’s', 'ann');
  await remember('ann’s other', 'ann');
  await remember('bob’s', 'bob');
  tellOf('eve', 'ann');
  expect(['ann’s', 'ann’s other', 'bob’s'].map((token) => memory.find(token)?.userId)).toEqual([
    undefined,
    undefined,
    'bob',
  ]);
});

it('does not remember what was asked before a session ended', async () => {
  const asked = memory.findOut('ann’s', async () => {
    tellOf('ann');
    return sessionOf('ann');
  });
  expect((await asked)?.userId).toBe('ann');
  expect(memory.find('ann’s')).toBeNull();
});

it('forgets everybody when something of the feed was missed, and what is being asked', async () => {
  await remember('ann’s', 'ann');
  const asked = memory.findOut('bob’s', async () => {
    follower?.onMissed();
    return sessionOf('bob');
  });
  await asked;
  expect([memory.find('ann’s'), memory.find('bob’s')]).toEqual([null, null]);
});

it('knows nobody while the feed cannot be read', async () => {
  await remember('ann’s', 'ann');
  isUpToDate = false;
  expect(memory.find('ann’s')).toBeNull();
});

it('remembers nothing before it follows the feed, and tries again when that has failed', async () => {
  let isAway = true;
  memory = new SessionMemory({
    isUpToDate: () => true,
    follow: async () => {
      if (isAway) {
        throw new Error('away');
      }
      return () => {};
    },
  });
  await remember('ann’s', 'ann');
  isAway = false;
  await remember('ann’s', 'ann');
  expect(memory.find('ann’s')).toBeNull();
  await remember('ann’s', 'ann');
  expect(memory.find('ann’s')?.userId).toBe('ann');
});

it('keeps no answer that there is no session, and forgets one that it has asked about in vain', async () => {
  await remember('ann’s', 'ann');
  expect(await memory.findOut('ann’s', async () => null)).toBeNull();
  expect(memory.find('ann’s')).toBeNull();
  await remember('ann’s', 'ann');
  expect(memory.find('ann’s')?.userId).toBe('ann');
});

it('knows ten thousand sessions at most, the newest', async () => {
  for (let count = 0; count <= 10_000; count += 1) {
    await remember(`${count}`, 'ann');
  }
  expect(['0', '1', '10000'].map((token) => memory.find(token) !== null)).toEqual([false, true, true]);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Subscriber } from '../../../feed/feed.js';
import { CHANGED_SESSIONS } from '../../changed-sessions.js';
import { SessionMemory } from './session-memory.js';
import type { FoundSession } from './sessions.js';

let isUpToDate: boolean;
let subscriber: Subscriber | undefined;
let memory: SessionMemory;

beforeEach(async () => {
  vi.useFakeTimers();
  isUpToDate = true;
  subscriber = undefined;
  memory = new SessionMemory({
    isUpToDate: () => isUpToDate,
    subscribe: async (its) => {
      subscriber = its;
      return () => {};
    },
  });
  await memory.findOut('the first', async () => null); // it follows the feed from here
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

function announce(...userIds: string[]): void {
  subscriber?.onEntry({ stream: 'a', seq: 1, changes: CHANGED_SESSIONS.of(userIds) }, false);
}

it('serves a session for five seconds, by its own token only', async () => {
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

it('counts the five seconds from the question, and drops a session that expires earlier', async () => {
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

it('drops all sessions of a user in a feed entry, and no others', async () => {
  await remember('ann’s', 'ann');
  await remember('ann’s other', 'ann');
  await remember('bob’s', 'bob');
  announce('eve', 'ann');
  expect(['ann’s', 'ann’s other', 'bob’s'].map((token) => memory.find(token)?.userId)).toEqual([
    undefined,
    undefined,
    'bob',
  ]);
});

it('does not cache an answer requested before a session ended', async () => {
  const asked = memory.findOut('ann’s', async () => {
    announce('ann');
    return sessionOf('ann');
  });
  expect((await asked)?.userId).toBe('ann');
  expect(memory.find('ann’s')).toBeNull();
});

it('drops all sessions and pending answers after a gap in the feed', async () => {
  await remember('ann’s', 'ann');
  const asked = memory.findOut('bob’s', async () => {
    subscriber?.onMissed();
    return sessionOf('bob');
  });
  await asked;
  expect([memory.find('ann’s'), memory.find('bob’s')]).toEqual([null, null]);
});

it('serves no session while the feed cannot be read', async () => {
  await remember('ann’s', 'ann');
  isUpToDate = false;
  expect(memory.find('ann’s')).toBeNull();
});

it('caches nothing until it follows the feed, and retries after a failure', async () => {
  let isAway = true;
  memory = new SessionMemory({
    isUpToDate: () => true,
    subscribe: async () => {
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

it('does not cache that a session is missing, and drops one that is found missing', async () => {
  await remember('ann’s', 'ann');
  expect(await memory.findOut('ann’s', async () => null)).toBeNull();
  expect(memory.find('ann’s')).toBeNull();
  await remember('ann’s', 'ann');
  expect(memory.find('ann’s')?.userId).toBe('ann');
});

it('keeps the newest ten thousand sessions', async () => {
  for (let count = 0; count <= 10_000; count += 1) {
    await remember(`${count}`, 'ann');
  }
  expect(['0', '1', '10000'].map((token) => memory.find(token) !== null)).toEqual([false, true, true]);
});

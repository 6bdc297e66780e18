import { expect, it } from 'vitest';
import { FeedPosition } from './feed-position.js';

const MINUTE_MS = 60_000;
const [IDLE, BUSY] = [1, 2].map((number) => `00000000-0000-4000-8000-00000000000${number}`) as [
  string,
  string,
];

/** Two streams, of which one has written its last entry at first. */
function positionAfter(minutes: number): FeedPosition {
  const start = new FeedPosition(0, new Map(), new Set());
  const first = [IDLE, BUSY].map((stream) => ({ stream, seq: 1, atMs: 0 }));
  const atMs = minutes * MINUTE_MS;
  const second = [{ stream: BUSY, seq: 2, atMs }];
  return start.after(0, first, first).after(atMs, second, second);
}

const streamsOf = (position: FeedPosition | null) => [...(position?.seqByStream ?? [])];

it('an id leaves out streams without an entry for 20 minutes, whose entries may be deleted before it is used', () => {
  const inId = (minutes: number) => streamsOf(FeedPosition.of(positionAfter(minutes).idFor(null), null));
  expect(inId(20)).toEqual([
    [IDLE, 1],
    [BUSY, 2],
  ]);
  expect(inId(21)).toEqual([[BUSY, 2]]);
});

it('a server forgets the streams that have no entries left', () => {
  expect(streamsOf(positionAfter(120).withoutEnded())).toHaveLength(2);
  expect(streamsOf(positionAfter(121).withoutEnded())).toEqual([[BUSY, 2]]);
});

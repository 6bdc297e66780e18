import { expect, it } from 'vitest';
import { Closers } from './closers.js';

it('closes in reverse order, one after the other, although one fails', async () => {
  const closers = new Closers();
  const events: string[] = [];
  const errors: unknown[] = [];
  closers.add('the database', () => events.push(`database, open: ${closers.stillOpen}`));
  closers.add('the feed', () => {
    throw new Error('The feed is stuck.');
  });
  closers.add('requests', async () => {
    events.push('requests begin');
    await Promise.resolve();
    events.push('requests end');
  });
  expect(closers.stillOpen).toEqual(['requests', 'the feed', 'the database']);
  await closers.close((error) => errors.push(error));
  expect(events).toEqual(['requests begin', 'requests end', 'database, open: the database']);
  expect(errors).toEqual([new Error('The feed is stuck.')]);
  expect(closers.stillOpen).toEqual([]);
});

it('closes everything once, however often it is asked', async () => {
  const closers = new Closers();
  let closed = 0;
  let release = () => {};
  closers.add('requests', async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    closed += 1;
  });
  const both = Promise.all([closers.close(() => {}), closers.close(() => {})]);
  release();
  await both;
  expect(closed).toBe(1);
});

it('closes what is opened while it closes', async () => {
  const closers = new Closers();
  const closed: string[] = [];
  closers.add('the database', () => closed.push('database'));
  closers.add('requests', () => {
    closers.add('a late one', () => closed.push('late'));
    closed.push('requests');
  });
  await closers.close(() => {});
  expect(closed).toEqual(['requests', 'late', 'database']);
});

import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { TooManyRequestsError } from '../errors/busy-error.js';
import { ShareTakenError } from '../orders/command-queue.js';
import { busyLog } from './busy-log.js';
import { registerProblems, sendNotFound } from './problems.js';

it.each([
  ['the sentence of the error', new TooManyRequestsError('Wait for a bus.'), 'Wait for a bus.'],
  ['a sentence about orders when orders wait', new ShareTakenError(), /too many orders under way/],
])('refuses too many requests with %s', async (_what, error, sentence) => {
  const app = Fastify();
  registerProblems(app, sendNotFound, busyLog(app.log));
  app.get('/', async () => {
    throw error;
  });
  const answer = await app.inject('/');
  expect(answer.statusCode).toBe(429);
  expect(answer.json().code).toBe('too-many-requests');
  expect(answer.json().detail).toMatch(sentence);
  await app.close();
});

describe('an internal error of a distributed database', () => {
  const statusOf = async (message: string) => {
    const app = Fastify();
    registerProblems(app, sendNotFound, busyLog(app.log));
    app.get('/', async () => {
      throw Object.assign(new Error(message), { code: 'XX000' });
    });
    const answer = await app.inject('/');
    await app.close();
    return answer.statusCode;
  };

  // The texts of Citus 12.1 when a worker is killed, with SSL and without, and when a shard is split.
  it.each([
    'could not find valid entry for shard 102071',
    'could not commit transaction for shard 102194 on at least one active node',
    'failure on connection marked as essential: 127.0.0.1:9702',
    'SSL SYSCALL error: EOF detected',
    'SSL SYSCALL error: EOF detected\ninvalid socket',
    'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally\n\tbefore or while processing the request.',
    'could not receive data from server: Connection reset by peer',
    'could not send data to server: Broken pipe',
    'no connection to the server',
    'connection not open',
  ])('passes, if a worker was lost or a shard has moved: %s', async (message) => {
    expect(await statusOf(message)).toBe(503);
  });

  it.each([
    'cache lookup failed for relation 16403',
    'cannot insert a row about "SSL SYSCALL error: EOF detected"',
  ])('is a bug otherwise: %s', async (message) => {
    expect(await statusOf(message)).toBe(500);
  });
});

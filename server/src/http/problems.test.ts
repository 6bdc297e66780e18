import Fastify from 'fastify';
import { expect, it } from 'vitest';
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

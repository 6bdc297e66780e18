import { describe, expect, it } from 'vitest';
import { eventSentence } from './event-sentence.js';

describe('an event in words', () => {
  it.each([
    ['signed-in', ['password'], 'Logged in with password'],
    [
      'signed-in-new-browser',
      ['github', 'phone'],
      'Logged in from a new browser with GitHub and code by SMS',
    ],
    ['signed-up', [], 'Signed up'],
    ['payout-changed', [], 'Payout changed'],
  ] as const)('%s with %j', (kind, proofs, sentence) => {
    expect(eventSentence({ kind, proofs })).toBe(sentence);
  });
});

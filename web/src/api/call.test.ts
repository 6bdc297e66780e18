import { expect, it } from 'vitest';
import { sentenceOf } from './call.js';

it('adds a reference to the message of an unexpected failure', () => {
  const detail = 'Something went wrong on our side.';
  expect(sentenceOf({ code: 'internal-error', detail, requestId: '7F3A09BC' })).toBe(
    'Something went wrong on our side (reference 7F3A09BC).',
  );
  expect(sentenceOf({ code: 'internal-error', detail, requestId: '' })).toBe(detail);
});

it('leaves the message of any other refusal unchanged', () => {
  const detail = 'There is no longer a bid to sell to.';
  expect(sentenceOf({ code: 'no-bids', detail, requestId: '7F3A09BC' })).toBe(detail);
});

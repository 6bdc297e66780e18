import { problemSchema } from '@perkex/contract/problems.js';
import * as z from 'zod/mini';

const problem = {
  description: 'Refused',
  content: { 'application/problem+json': { schema: problemSchema } },
};

/** What the OpenAPI document says of a call that answers with JSON. */
export function answersWith(schema: z.ZodMiniType) {
  return { 200: schema, '4xx': problem, '5xx': problem };
}

/** What the OpenAPI document says of a call that answers with one sentence. */
export const ANSWERS_WITH_SENTENCE = {
  200: { description: 'One sentence', content: { 'text/plain': { schema: z.string() } } },
  '4xx': problem,
  '5xx': problem,
};

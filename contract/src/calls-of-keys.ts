import { AGENT_CALLS_PAGE, agentCallsQuerySchema, agentCallsSchema } from './agent-calls.js';
import {
  changeKeyBodySchema,
  keysSchema,
  madeKeySchema,
  makeKeyBodySchema,
  revokeKeyBodySchema,
} from './keys.js';
import { sentenceSchema } from './sentence.js';

/** The calls for the keys of programs, as parts of `CALLS`. No key can make them. */
export const CALLS_OF_KEYS = {
  keys: {
    tag: 'keys',
    summary: 'The API keys of the session’s user',
    answers: 'The keys, newest first, with their scopes, limits and last use',
    answer: keysSchema,
    problems: [],
  },
  makeKey: {
    tag: 'keys',
    summary: 'Create an API key, after a recent verification by the password or a second factor',
    answers: 'The key, which is shown only here',
    body: makeKeyBodySchema,
    answer: madeKeySchema,
    problems: ['invalid-price', 'proof-needed', 'email-unproved', 'too-many-keys', 'unknown-product'],
  },
  changeKey: {
    tag: 'keys',
    summary: 'Change the name, scopes, limits and addresses of a key. It ends the key’s event streams',
    body: changeKeyBodySchema,
    answer: sentenceSchema,
    problems: ['invalid-price', 'proof-needed', 'unknown-key', 'unknown-product'],
  },
  revokeKey: {
    tag: 'keys',
    summary: 'Revoke a key, on every server at once. Idempotent',
    body: revokeKeyBodySchema,
    answer: sentenceSchema,
    problems: ['proof-needed'],
  },
  agentCalls: {
    tag: 'keys',
    summary: 'The calls that agents have made with the keys of the user at /mcp',
    answers: `A page of up to ${AGENT_CALLS_PAGE} calls, newest first`,
    query: agentCallsQuerySchema,
    answer: agentCallsSchema,
    problems: [],
  },
} as const;

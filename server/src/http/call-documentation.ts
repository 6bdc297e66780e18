import { CALL_ADDRESSES, type CallAddress, type CallName } from '@perkex/contract/call-addresses.js';
import { CALLS, type CallDescription } from '@perkex/contract/calls.js';
import { csvSchema } from '@perkex/contract/csv.js';
import { IDENTITY_ADDRESSES, type IdentityCallName } from '@perkex/contract/identity-addresses.js';
import { IDENTITY_CALLS, type IdentityCall } from '@perkex/contract/identity-calls.js';
import { eventStreamSchema } from '@perkex/contract/live.js';
import {
  identityProblemSchema,
  PROBLEMS,
  type ProblemCode,
  problemSchema,
} from '@perkex/contract/problems.js';
import { audiencesOf } from '@perkex/contract/roles.js';
import { sentenceSchema } from '@perkex/contract/sentence.js';
import type * as z from 'zod/mini';

/** The name of the security scheme of signed-in calls; `open-api.ts` describes this provider's credentials. */
export const SESSION_SCHEME = 'session';
/** The name of the security scheme of keys, whose scopes each call lists. */
export const KEY_SCHEME = 'key';

/** Problems of calls with a body. */
const OF_BODIES: readonly ProblemCode[] = ['bad-json', 'foreign-origin', 'too-large', 'unsupported-type'];
/** Problems of calls of signed-in users, by a session or a key. */
const OF_USERS: readonly ProblemCode[] = [
  'not-signed-in',
  'invalid-key',
  'missing-scope',
  'key-address',
  'blocked',
];
const OF_ALL: readonly ProblemCode[] = ['too-many-requests', 'internal-error', 'busy'];

const MEMBERS: readonly CallAddress['for'][] = audiencesOf('admin');

const SENTENCE = 'One sentence for the user: what was done';
const CSV = 'For clients that accept text/csv rather than JSON, a table.';

/** The OpenAPI description of a market call, and its schemas, which also validate its requests. */
export function schemaOfCall(name: CallName) {
  const address: CallAddress = CALL_ADDRESSES[name];
  const call: CallDescription = CALLS[name];
  const { params, query, body } = call;
  const codes: ProblemCode[] = [
    ...(params || query || body ? (['invalid-body'] as const) : []),
    ...(address.for === 'user' ? OF_USERS : []),
    ...(address.for !== 'anybody' && (params || body) ? (['not-yours'] as const) : []),
    ...(MEMBERS.includes(address.for) ? (['not-found'] as const) : []),
    ...call.problems,
    ...(address.method === 'POST' ? OF_BODIES : []),
    ...OF_ALL,
  ];
  const refused = (range: string) => ({
    description: problemsText(codes, range),
    content: { 'application/problem+json': { schema: problemSchema } },
  });
  return {
    ...documentationOf(name, address, call),
    'x-problems': [...new Set(codes)].sort(),
    tags: [call.tag],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: {
      200: answerOf(call),
      ...(name === 'health' && { 503: answerOf(call) }),
      '4xx': refused('4xx'),
      '5xx': refused('5xx'),
    },
  };
}

/** The same for a call of the built-in identity service, whose refusals have a format of their own. */
export function schemaOfIdentityCall(name: IdentityCallName) {
  const address: CallAddress = IDENTITY_ADDRESSES[name];
  const call: IdentityCall = IDENTITY_CALLS[name];
  const codes: ProblemCode[] = [
    ...(call.body ? (['VALIDATION_ERROR'] as const) : []),
    ...(address.for === 'user' ? (['NOT_SIGNED_IN'] as const) : []),
    ...call.problems,
    ...(address.method === 'POST' ? OF_BODIES : []),
    ...OF_ALL,
  ];
  const refused = (range: string) => ({
    description: problemsText(codes, range),
    content: {
      'application/json': { schema: identityProblemSchema },
      'application/problem+json': { schema: problemSchema },
    },
  });
  return {
    ...documentationOf(name, address, call),
    tags: ['identity'],
    ...(call.body && { body: call.body }),
    response: {
      200: { description: call.answers, content: { 'application/json': { schema: call.answer } } },
      '4xx': refused('4xx'),
      '5xx': refused('5xx'),
    },
  };
}

function documentationOf(
  name: string,
  { for: audience, scope }: CallAddress,
  { summary }: { readonly summary: string },
) {
  const security = [
    ...(audience === 'anybody' ? [] : [{ [SESSION_SCHEME]: [] }]),
    ...(scope === undefined ? [] : [{ [KEY_SCHEME]: [scope] }]),
  ];
  return { operationId: name, summary, security };
}

function answerOf(call: CallDescription) {
  const { answers = SENTENCE, hasCsv } = call;
  return {
    description: hasCsv ? `${answers}. ${CSV}` : answers,
    content: Object.fromEntries(typesOf(call).map(([type, schema]) => [type, { schema }])),
  };
}

/** The media types of an answer, with their schemas. */
function typesOf(call: CallDescription): [type: string, schema: z.ZodMiniType][] {
  const { answer, hasCsv, hasStream, hasLines } = call;
  if (answer === sentenceSchema) {
    return [['text/plain', answer]];
  }
  if (answer === eventStreamSchema) {
    return [['text/event-stream', answer]];
  }
  if (answer === csvSchema) {
    return [['text/csv', answer]];
  }
  if (hasLines) {
    return [
      ['text/event-stream', eventStreamSchema],
      ['application/x-ndjson', answer],
    ];
  }
  const others: [string, z.ZodMiniType][] = [];
  if (hasStream) {
    others.push(['text/event-stream', eventStreamSchema]);
  }
  if (hasCsv) {
    others.push(['text/csv', csvSchema]);
  }
  return [['application/json', answer], ...others];
}

/** The codes whose status is in the range, as a Markdown list. @param range such as 4xx */
function problemsText(codes: readonly ProblemCode[], range: string): string {
  const lines = [...new Set(codes)]
    .filter((code) => String(PROBLEMS[code].status)[0] === range[0])
    .sort((one, other) => PROBLEMS[one].status - PROBLEMS[other].status)
    .map((code) => `- ${PROBLEMS[code].status} \`${code}\`: ${PROBLEMS[code].detail}`);
  return ['Refused', '', ...lines].join('\n');
}

import type { FastifySchemaCompiler } from 'fastify';
import type * as z from 'zod/mini';
import { safeParse } from 'zod/mini';

/** An input that does not match its schema. The message has one sentence per issue. */
export class InvalidInputError extends Error {
  override readonly name = 'InvalidInputError';
  readonly statusCode = 422;

  constructor(readonly issues: readonly z.core.$ZodIssue[]) {
    super(issues.map(sentenceOf).join(' '));
  }
}

const SHOWN_KEY_LENGTH = 40;

/** A form's own message (section 5) is already a sentence; other messages of the contract say what a field must be. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, 1).map(unknownField).join('');
  }
  const field = issue.path.join('.');
  if (field === '') {
    return 'The request must be a JSON object.';
  }
  return /^[A-Z]/.test(issue.message) ? `${issue.message}.` : `The ${field} ${issue.message}.`;
}

function unknownField(key: string): string {
  const isShown = key.length <= SHOWN_KEY_LENGTH && /^\w+$/.test(key);
  return isShown
    ? `There is no field ${key} in this call.`
    : 'There is a field that this call does not have.';
}

/** Makes Fastify validate inputs with the schemas of the contract. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (input: unknown) => {
    const result = safeParse(schema, input);
    return result.success ? { value: result.data } : { error: new InvalidInputError(result.error.issues) };
  };

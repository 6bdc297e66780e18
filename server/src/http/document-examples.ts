import type { CallName } from '@perkex/contract/call-addresses.js';
import { CALL_EXAMPLES } from '@perkex/contract/call-examples.js';
import { EXAMPLE_ANSWERS } from '@perkex/contract/generated/example-answers.js';

interface Body {
  example?: unknown;
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly name: string; example?: unknown }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, Body>> };
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, Body>> }>>;
}

const TYPES = {
  text: ['text/plain', 'text/csv', 'text/event-stream'],
  json: ['application/json'],
} as const;

/** Adds the example of each call for programs, with its answer, to an OpenAPI document. */
export function addExamples(paths: Readonly<Record<string, object>>): void {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path) as Operation[])) {
    const example = CALL_EXAMPLES[operation.operationId as CallName];
    if (!example) {
      continue;
    }
    const values: Readonly<Record<string, string>> = { ...example.params, ...example.query };
    for (const parameter of operation.parameters ?? []) {
      if (values[parameter.name] !== undefined) {
        parameter.example = values[parameter.name];
      }
    }
    setExample(operation.requestBody?.content?.['application/json'], example.body);
    const answer = EXAMPLE_ANSWERS[operation.operationId ?? ''];
    for (const status of ['200', '503']) {
      const answers = operation.responses?.[status]?.content ?? {};
      const type = TYPES[typeof answer === 'string' ? 'text' : 'json'].find((each) => each in answers);
      setExample(answers[type ?? ''], answer);
    }
  }
}

function setExample(body: Body | undefined, example: unknown): void {
  if (body && example !== undefined) {
    body.example = example;
  }
}

import { NAMED_SCHEMAS } from '@perkex/contract/named-schemas.js';
import * as z from 'zod/mini';

/** The schema of a request before validation, or of an answer. */
export type Direction = 'input' | 'output';

type JsonSchema = Record<string, unknown>;

const NAMES = { input: namesOf('Input'), output: namesOf('') };

function namesOf(suffix: string) {
  const names = z.registry<{ readonly id: string }>();
  for (const [name, schema] of Object.entries(NAMED_SCHEMAS)) {
    names.add(schema, { id: `${name}${suffix}` });
  }
  return names;
}

/** Converts the schemas of the calls to JSON Schema. Schemas with a name become components of the document. */
export class JsonSchemas {
  /** The named schemas that were referenced, by name. */
  readonly components: Record<string, JsonSchema> = {};

  /** @returns the schema, or a reference to it if it has a name */
  convert(schema: z.ZodMiniType, direction: Direction): JsonSchema {
    const converted = z.toJSONSchema(schema, {
      io: direction,
      metadata: NAMES[direction],
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)),
    });
    const { $schema: _version, $defs = {}, ...root } = withReferences(converted);
    for (const [name, { id: _id, ...component }] of Object.entries($defs as Record<string, JsonSchema>)) {
      this.components[name] = component;
    }
    return root;
  }
}

/** Refers to the components of the document in place of definitions within the schema. */
function withReferences(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}

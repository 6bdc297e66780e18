/** The parts of an OpenAPI document that the client is generated from. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-problems'?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

const HEADING = '// The calls of the OpenAPI document that programs may make. Written by: npm run client\n';
/** Open calls that belong to the pages of people. */
const TAGS_OF_PAGES: readonly string[] = ['identity', 'help'];
const CALLS_OF_PAGES: readonly string[] = ['shelves', 'banners', 'campaigns', 'cards', 'hearts'];
/** Streams have functions of their own. */
const STREAMS: readonly string[] = ['live', 'ownLive', 'bookFeed'];
/** The same step again is refused if the deal has moved on. */
const NOT_REPEATED: readonly string[] = ['takeDealStep'];

/** True if programs make this call. */
export function isForPrograms({ operationId, tags, security }: Operation): boolean {
  const isOpen = security.length === 0;
  return (
    (isOpen || security.some((scheme) => 'key' in scheme)) &&
    !tags.some((tag) => TAGS_OF_PAGES.includes(tag)) &&
    !CALLS_OF_PAGES.includes(operationId)
  );
}

/** Writes the types of all calls for programs, and of the schemas that they use, as one TypeScript file. */
export function writeCalls({ paths, components }: OpenApi): string {
  const writer = new TypeWriter(components.schemas);
  const calls = Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
    )
    .filter(({ operation }) => isForPrograms(operation));
  const answered = calls.filter(({ operation }) => !STREAMS.includes(operation.operationId));
  const types = answered
    .map(({ path, method, operation }) => writer.call(`${method.toUpperCase()} ${path}`, operation))
    .join('\n');
  const values = answered.map(({ path, method, operation }) => {
    const { operationId: name } = operation;
    const answer = jsonAnswer(operation) ? 'json' : 'text';
    const answerStatus = answerStatusOf(operation);
    const other = answerStatus === undefined ? '' : `, answerStatus: ${answerStatus}`;
    return `  ${name}: { method: '${method.toUpperCase()}', path: '${path}', answer: '${answer}', canRepeat: ${!NOT_REPEATED.includes(name)}${other} },`;
  });
  const codes = [...new Set(calls.flatMap(({ operation }) => operation['x-problems'] ?? []))].sort();
  writer.use('Problem');
  writer.use('UserEvent');
  writer.use('BookFeedEvent');
  return [
    HEADING,
    `export interface Calls {\n${types}\n}\n`,
    `export const CALLS = {\n${values.join('\n')}\n} as const satisfies Readonly<Record<keyof Calls, object>>;\n`,
    `export type ProblemCode =\n${codes.map((code) => `  | '${code}'`).join('\n')};\n`,
    ...writer.components(),
  ].join('\n');
}

function jsonAnswer({ responses }: Operation): Schema | undefined {
  return responses[200]?.content?.['application/json']?.schema;
}

/** The other status of which the document says that its content is an answer. */
function answerStatusOf({ responses }: Operation): string | undefined {
  const numbers = Object.entries(responses).filter(([status]) => /^[345]\d\d$/.test(status));
  return numbers.find(([, { content }]) => content?.['application/json'])?.[0];
}

class TypeWriter {
  private readonly used = new Set<string>();

  constructor(private readonly schemas: Readonly<Record<string, Schema>>) {}

  /** Has this component written, with those that it uses. */
  use(name: string): string {
    this.used.add(name);
    return name;
  }

  call(address: string, operation: Operation): string {
    const { operationId, summary, parameters = [], requestBody, 'x-problems': problems = [] } = operation;
    const json = jsonAnswer(operation);
    const body = requestBody?.content['application/json']?.schema;
    const lines = [
      `  /** ${address}: ${summary} */`,
      `  readonly ${operationId}: {`,
      ...this.parameters('params', parameters.filter(isOwnParameter('path'))),
      ...this.parameters('query', parameters.filter(isOwnParameter('query'))),
      ...(body ? [`    readonly body: ${this.type(body, '    ')};`] : []),
      `    readonly answer: ${json ? this.type(json, '    ') : 'string'};`,
      `    readonly problem: ${problems.map((code) => `'${code}'`).join(' | ') || 'never'};`,
      '  };',
    ];
    return lines.join('\n');
  }

  /** The components that were used, in alphabetical order. */
  components(): string[] {
    const written = new Map<string, string>();
    for (const name of this.used) {
      // `used` grows while they are written.
      written.set(name, `export type ${name} = ${this.type(this.schemas[name] ?? {}, '', name)};\n`);
    }
    return [...written].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  }

  private parameters(part: string, parameters: readonly Parameter[]): string[] {
    if (parameters.length === 0) {
      return [];
    }
    const fields = parameters.map(
      ({ name, required = false, schema }) =>
        `      readonly ${fieldName(name)}${required ? '' : '?'}: ${this.parameterType(schema)};`,
    );
    const isOptional = parameters.every(({ required = false }) => !required);
    return [`    readonly ${part}${isOptional ? '?' : ''}: {`, ...fields, '    };'];
  }

  /** In an address, a number is as good as its digits, and some parameters may be repeated. */
  private parameterType(schema: Schema): string {
    const type = this.type(schema, '      ');
    return type.includes('string') && !type.includes("'")
      ? 'string | number | readonly (string | number)[]'
      : type;
  }

  private type(schema: Schema, indent: string, name = ''): string {
    if (schema.$ref !== undefined) {
      return this.use(schema.$ref.split('/').at(-1) ?? '');
    }
    if (schema.const !== undefined) {
      return literal(schema.const);
    }
    if (schema.enum) {
      return schema.enum.map(literal).join(' | ');
    }
    const options = schema.anyOf ?? schema.oneOf;
    if (options) {
      return [...new Set(options.map((each) => this.type(each, indent)))].join(' | ');
    }
    if (schema.prefixItems) {
      return `readonly [${schema.prefixItems.map((each) => this.type(each, indent)).join(', ')}]`;
    }
    if (schema.type === 'array') {
      const items = this.type(schema.items ?? {}, indent);
      return items.includes(' ') ? `readonly (${items})[]` : `readonly ${items}[]`;
    }
    return schema.type === 'object' ? this.object(schema, indent, name) : primitive(schema.type);
  }

  private object(
    { properties, required = [], additionalProperties }: Schema,
    indent: string,
    name: string,
  ): string {
    if (!properties) {
      const values =
        typeof additionalProperties === 'object' ? this.type(additionalProperties, indent) : 'unknown';
      return `Readonly<Record<string, ${values}>>`;
    }
    // The server knows the user of a key.
    const fields = Object.entries(properties).filter(
      ([field]) => !(field === 'uid' && name.endsWith('Input')),
    );
    const lines = fields.map(([field, schema]) => {
      const mark = required.includes(field) ? '' : '?';
      return `${indent}  readonly ${fieldName(field)}${mark}: ${this.type(schema, `${indent}  `)};`;
    });
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
}

function isOwnParameter(part: string) {
  return ({ in: place, name }: Parameter) => place === part && name !== 'uid';
}

function fieldName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);
}

function primitive(type: Schema['type']): string {
  if (typeof type === 'object') {
    return type.map(primitive).join(' | ');
  }
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    default:
      return 'unknown';
  }
}

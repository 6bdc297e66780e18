import { CALL_ADDRESSES, type CallAddress } from '@perkex/contract/call-addresses.js';
import { CALLS, type CallDescription } from '@perkex/contract/calls.js';
import { IDENTITY_ADDRESSES } from '@perkex/contract/identity-addresses.js';
import { IDENTITY_CALLS, type IdentityCall } from '@perkex/contract/identity-calls.js';
import { PROBLEMS } from '@perkex/contract/problems.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, identityThatSays, useMarket } from './test-app.js';

/** With them, the calls of deals exist. */
const PLAY = { provider: 'play' } as const;

type Schema = Record<string, unknown>;

interface Response {
  readonly description: string;
  readonly content: Record<string, { readonly schema: Schema }>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: Record<string, string[]>[];
  readonly parameters?: { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Response['content'] };
  readonly responses: Record<string, Response>;
}

interface Document {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema>; readonly securitySchemes: object };
}

interface Documented {
  readonly name: string;
  readonly address: CallAddress;
  readonly call: Pick<CallDescription, 'summary' | 'problems'>;
  readonly operation: Operation;
}

const market = useMarket({ payments: PLAY });
let document: Document;
/** Every call of the contract with its description in the document. */
let documented: Documented[];

beforeAll(async () => {
  document = (await market.app.inject('/api/openapi.json')).json<Document>();
  const addresses: Record<string, CallAddress> = { ...CALL_ADDRESSES, ...IDENTITY_ADDRESSES };
  const calls: Record<string, CallDescription | IdentityCall> = { ...CALLS, ...IDENTITY_CALLS };
  documented = Object.entries(addresses).map(([name, address]) => {
    const path = documentedPath(address);
    const operation = document.paths[path]?.[address.method.toLowerCase()];
    expect(operation, `${address.method} ${path}`).toBeDefined();
    return { name, address, call: calls[name]!, operation: operation! };
  });
});

/** As OpenAPI writes it: `{id}` in place of `:id(^\d+$)`. */
function documentedPath({ path }: CallAddress): string {
  return `/api${path.replace(/:(\w+)(\([^)]*\))?/g, '{$1}')}`.replace(/\/$/, '');
}

/** Every object within a part of the document, the part itself first. */
function objectsIn(part: unknown): Schema[] {
  if (typeof part !== 'object' || part === null) {
    return [];
  }
  const within = Object.values(part).flatMap(objectsIn);
  return Array.isArray(part) ? within : [part as Schema, ...within];
}

describe('the OpenAPI document', () => {
  it('has exactly the calls of the contract, each under its name', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: 'PerkeX', version: '1' });
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      documented.map(({ name }) => name).sort(),
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { name, call, operation } of documented) {
      expect([operation.operationId, operation.summary]).toEqual([name, call.summary]);
    }
  });

  it('refers only to components that it has, and has no unused component', () => {
    const references = objectsIn(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    const parts = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...new Set(references)].sort()).toEqual(parts.sort());
  });

  it('names the parameters of each path, and no others', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [] } of Object.values(operations)) {
        expect(parameters.flatMap((each) => (each.in === 'path' ? [each.name] : []))).toEqual(inPath);
      }
    }
  });

  it('describes shared schemas once, under a name', () => {
    const times = new Map<string, number>();
    const { schemas } = document.components;
    const named = Object.values(schemas);
    const unnamed = objectsIn([document.paths, schemas]).filter((part) => !named.includes(part));
    for (const part of unnamed) {
      if (part.type === 'object' && Object.keys(part.properties ?? {}).length > 0) {
        const text = JSON.stringify(part);
        times.set(text, (times.get(text) ?? 0) + 1);
      }
    }
    expect([...times].filter(([, count]) => count > 1)).toEqual([]);
  });

  it('describes how sessions and keys are sent, and which calls need them', async () => {
    expect(document.components.securitySchemes).toEqual({
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'better-auth.session_token',
        description: expect.stringMatching(/^[A-Z]/),
      },
      key: { type: 'http', scheme: 'bearer', description: expect.stringContaining('Bearer pkx_live_') },
    });
    for (const { name, address, operation } of documented) {
      const bySession = address.for === 'anybody' ? [] : [{ session: [] }];
      const byKey = address.scope === undefined ? [] : [{ key: [address.scope] }];
      expect([name, operation.security]).toEqual([name, [...bySession, ...byKey]]);
    }
    expect(CALL_ADDRESSES.live.for).toBe('anybody');

    const identity = identityThatSays(async () => null);
    const withTokens = await buildTestApp({ database: market.database, payments: PLAY, identity });
    const { components } = (await withTokens.app.inject('/api/openapi.json')).json<Document>();
    expect(components.securitySchemes).toMatchObject({ session: { type: 'http', scheme: 'bearer' } });
    await withTokens.close();
  });

  it('describes each answer, and each problem with its status and sentence', () => {
    for (const { name, address, call, operation } of documented) {
      const { 200: answer, '4XX': refused, '5XX': failed } = operation.responses;
      expect([name, answer?.description]).toEqual([name, expect.stringMatching(/^[A-Z`].{5}/)]);
      expect(answer?.description).not.toBe('Default Response');
      const problems = `${refused?.description}\n${failed?.description}`;
      const isMarket = name in CALL_ADDRESSES;
      const notSignedIn = isMarket ? 'not-signed-in' : 'NOT_SIGNED_IN';
      for (const code of [...call.problems, 'busy', 'internal-error', 'too-many-requests'] as const) {
        const { status, detail } = PROBLEMS[code];
        expect(problems).toContain(`- ${status} \`${code}\`: ${detail}`);
      }
      expect([name, problems.includes(notSignedIn)]).toEqual([name, address.for === 'user']);
      expect(Object.keys(refused?.content ?? {})).toContain('application/problem+json');
    }
  });

  it('has the same answer of health when something is wrong', () => {
    const { responses } = document.paths['/api/health']!.get!;
    expect(responses[503]).toEqual(responses[200]);
  });
});

import { Readable } from 'node:stream';
import { CALL_ADDRESSES, type CallAddress } from '@perkex/contract/call-addresses.js';
import { audiencesOf, ROLES } from '@perkex/contract/roles.js';
import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildMember, problemOf, saidBy } from './desk-market.js';
import { PUBLIC_URL, signUp, type TestUser, useMarket } from './test-app.js';

/** Every call of members, from the table. */
const CALLS_OF_MEMBERS = Object.entries<CallAddress>(CALL_ADDRESSES).filter(([, { for: audience }]) =>
  audiencesOf('admin').some((each) => each === audience),
);
const addressOf = (path: string) => path.replace(/:\w+/g, '1');

const JSON_TYPE = { 'content-type': 'application/json' };
/** Above the limit of most bodies, and above that of all. */
const LARGE = `{"content":"${'A'.repeat(17_000)}"}`;
const LARGEST = `{"content":"${'A'.repeat(2_000_000)}"}`;

const market = useMarket({ payments: { provider: 'play' } });
let trader: TestUser;

beforeAll(async () => {
  trader = await signUp(market, 'tom@shop.example');
});

describe('a stranger or a trader', () => {
  /** Compares what a request to a call says with what the same request says to an address that does not exist. */
  async function expectUnknown(path: string, cookie: string, request: () => InjectOptions): Promise<void> {
    const ask = (url: string): Promise<Response> => {
      const { headers, ...more } = request();
      return market.app.inject({ ...more, url, headers: { cookie, origin: PUBLIC_URL, ...headers } });
    };
    const known = addressOf(path);
    expect(saidBy(await ask(`/api${known}`))).toEqual(saidBy(await ask(`/api/nowhere${known}`)));
  }

  it.each(CALLS_OF_MEMBERS)(
    'who makes the call %s gets what an unknown address gets',
    async (_name, call) => {
      const bodies = call.method === 'GET' ? [''] : ['{}', '{', '{"uid":"x"}', LARGE, LARGEST];
      for (const cookie of ['', trader.cookie]) {
        for (const payload of bodies) {
          await expectUnknown(call.path, cookie, () => ({
            method: call.method,
            ...(payload !== '' && { payload, headers: JSON_TYPE }),
          }));
        }
      }
    },
  );

  it('who sends a statement in parts of unknown length gets what an unknown address gets', async () => {
    for (const text of ['{}', LARGE]) {
      await expectUnknown('/desk/money/statement', trader.cookie, () => ({
        method: 'POST',
        headers: JSON_TYPE,
        payload: Readable.from([text]),
      }));
    }
  });
});

describe('a member', () => {
  it.each(ROLES)('with the role %s finds the calls of that role only', async (role) => {
    const user = await buildMember(market, `only-${role}`, role);
    for (const [name, { method, path, for: audience }] of CALLS_OF_MEMBERS) {
      const isAllowed = audiencesOf(role).some((each) => each === audience);
      const ask = (address: string) =>
        method === 'GET' ? user.get(addressOf(address)) : user.post(addressOf(address), {});
      const answer = await ask(path);
      if (isAllowed) {
        expect([name, answer.statusCode === 404 && problemOf(answer)]).not.toEqual([
          name,
          [404, 'not-found'],
        ]);
      } else {
        expect(saidBy(answer)).toEqual(saidBy(await ask(`/nowhere${path}`)));
      }
    }
  });

  it('of another role sends no large body', async () => {
    const dora = await buildMember(market, 'dora', 'desk');
    const send = (path: string) => dora.post(path, { content: 'A'.repeat(17_000) });
    expect(saidBy(await send('/desk/money/statement'))).toEqual(saidBy(await send('/nowhere')));
  });
});

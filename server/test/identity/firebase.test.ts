import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock/system-clock.js';
import { firebaseIdentity } from '../../src/identity/firebase/firebase-identity.js';
import { buildTestApp, PUBLIC_URL, useMarket } from '../test-app.js';
import { type KeyServer, startKeyServer } from './key-server.js';

const PROJECT = 'demo-perkex';
const SETTINGS = { apiKey: 'key', authDomain: 'demo-perkex.example', projectId: PROJECT, emulatorHost: null };
const HOUR_SECONDS = 3_600;

let keyServer: KeyServer;

beforeAll(async () => {
  keyServer = await startKeyServer();
});

afterAll(() => keyServer?.close());

const market = useMarket(() => ({
  identity: firebaseIdentity(SETTINGS, {
    requiresEmailProof: false,
    clock: SYSTEM_CLOCK,
    keysUrl: keyServer.url,
    keysPauseMs: 0,
  }),
}));

afterEach(() => keyServer.breakDown(null));

/** Google's claims about a user who has just signed in. */
function claims(changes: JWTPayload = {}): JWTPayload {
  const now = Math.floor(Date.now() / 1_000);
  return {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub: 'ada',
    user_id: 'ada',
    iat: now - 5,
    exp: now - 5 + HOUR_SECONDS,
    auth_time: now - 5,
    email: 'ada@shop.example',
    firebase: { sign_in_provider: 'password', identities: {} },
    ...changes,
  };
}

function without(name: string): JWTPayload {
  const { [name]: _left, ...others } = claims();
  return others;
}

const seconds = (fromNow: number) => Math.floor(Date.now() / 1_000) + fromNow;

function readOwnData(authorization: string | undefined, { app } = market) {
  return app.inject({ url: '/api/getUserData/ada', headers: authorization ? { authorization } : {} });
}

describe('an ID token', () => {
  it('identifies its user', async () => {
    const answer = await readOwnData(`Bearer ${await keyServer.sign(claims())}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ asks: [{ id: '' }] });
  });

  it("does not open another user's data", async () => {
    const authorization = `Bearer ${await keyServer.sign(claims({ sub: 'eve' }))}`;
    expect((await readOwnData(authorization)).json()).toMatchObject({ code: 'not-yours' });
  });

  it('changes a payout only within ten minutes of the sign-in', async () => {
    const save = async (payout: string, authTime: number) => {
      const token = await keyServer.sign(claims({ sub: 'pay', auth_time: authTime }));
      const { statusCode } = await market.app.inject({
        method: 'POST',
        url: '/api/payout',
        payload: { uid: 'pay', payout },
        headers: { authorization: `Bearer ${token}`, origin: PUBLIC_URL },
      });
      return statusCode;
    };
    expect(await save('PAYPAL', seconds(-700))).toBe(200);
    expect(await save('CC', seconds(-700))).toBe(403);
    expect(await save('CC', seconds(-500))).toBe(200);
  });

  it('does not allow requests from another website', async () => {
    const answer = await market.app.inject({
      method: 'POST',
      url: '/api/payout',
      payload: { uid: 'ada', payout: 'PAYPAL' },
      headers: {
        authorization: `Bearer ${await keyServer.sign(claims())}`,
        origin: 'https://evil.example',
      },
    });
    expect(answer.json()).toMatchObject({ code: 'foreign-origin' });
  });

  it.each<[string, () => JWTPayload]>([
    ['of another project', () => claims({ aud: 'demo-other' })],
    ['for several projects', () => claims({ aud: [PROJECT, 'demo-other'] as never })],
    ['that another issuer made', () => claims({ iss: 'https://securetoken.google.com/demo-other' })],
    ['of a tenant', () => claims({ firebase: { sign_in_provider: 'password', tenant: 'shop' } })],
    ['that is too old', () => claims({ iat: seconds(-2 * HOUR_SECONDS), exp: seconds(-HOUR_SECONDS) })],
    ['that never ends', () => claims({ iat: seconds(-2 * HOUR_SECONDS), exp: seconds(99 * HOUR_SECONDS) })],
    ['issued in the future', () => claims({ iat: seconds(600), exp: seconds(600 + HOUR_SECONDS) })],
    ['of a sign-in in the future', () => claims({ auth_time: seconds(600) })],
    ['with a sign-in time that is not a number', () => claims({ auth_time: 'yesterday' })],
    ['with an empty user id', () => claims({ sub: '' })],
    ['with a number as user id', () => claims({ sub: 7 as never })],
    ['of too long a name', () => claims({ sub: 'a'.repeat(129) })],
    ['without a user', () => without('sub')],
    ['without a project', () => without('aud')],
    ['without an end', () => without('exp')],
    ['without a beginning', () => without('iat')],
    ['without a login', () => without('auth_time')],
  ])('%s is rejected', async (_what, make) => {
    const answer = await readOwnData(`Bearer ${await keyServer.sign(make())}`);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'not-signed-in' });
  });

  it('without a signature is rejected', async () => {
    const unsigned = new UnsecuredJWT(claims()).encode();
    expect((await readOwnData(`Bearer ${unsigned}`)).statusCode).toBe(401);
    const signed = await keyServer.sign(claims());
    const stripped = signed.slice(0, signed.lastIndexOf('.') + 1);
    expect((await readOwnData(`Bearer ${stripped}`)).statusCode).toBe(401);
  });

  it('signed with the published key as if it were a shared secret is rejected', async () => {
    const secret = new TextEncoder().encode(await exportSPKI(keyServer.publicKey()));
    const forged = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
      .sign(secret);
    expect((await readOwnData(`Bearer ${forged}`)).statusCode).toBe(401);
  });

  it.each(['key-1', 'another key'])('signed with an attacker’s own key as %s is rejected', async (kid) => {
    const { privateKey } = await generateKeyPair('RS256');
    const forged = await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    expect((await readOwnData(`Bearer ${forged}`)).statusCode).toBe(401);
  });

  it('with changed claims is rejected', async () => {
    const [header, , signature] = (await keyServer.sign(claims())).split('.');
    const [, payload] = (await keyServer.sign(claims({ sub: 'eve' }))).split('.');
    expect((await readOwnData(`Bearer ${header}.${payload}.${signature}`)).statusCode).toBe(401);
  });

  it.each([
    undefined,
    'Bearer',
    'Bearer ',
    'Bearer garbage',
    'Bearer a.b.c',
    'Bearer ..',
    'Bearer eyJhbGciOiJSUzI1NiJ9..',
    `Bearer ${'a'.repeat(12_000)}`,
    `Bearer ${'a'.repeat(3_000)}.${'a'.repeat(500)}.${'a'.repeat(500)}`,
    'Basic YWRhOmFkYQ==',
    'Bearer null',
  ])('is not %s', async (authorization) => {
    expect((await readOwnData(authorization)).statusCode).toBe(401);
  });
});

it('an ID token needs a verified e-mail for an order, where that is required', async () => {
  const asking = await buildTestApp({
    identity: firebaseIdentity(SETTINGS, {
      requiresEmailProof: true,
      clock: SYSTEM_CLOCK,
      keysUrl: keyServer.url,
    }),
  });
  const codeWith = async (change: JWTPayload) => {
    const answer = await asking.app.inject({
      method: 'POST',
      url: '/api/ask',
      headers: { authorization: `Bearer ${await keyServer.sign(claims(change))}` },
      payload: {
        uid: 'ada',
        id: '0198c6a0-0000-7000-8000-000000000000',
        thumbnail: '',
        name: 'Nothing of ours',
        price: 100,
        size: '9',
      },
    });
    return answer.json().code;
  };
  for (const unproved of [{}, { email_verified: false }, { email_verified: 'true' }]) {
    expect(await codeWith(unproved)).toBe('email-unproved');
  }
  expect(await codeWith({ email_verified: true })).toBe('unknown-product');
  await asking.close();
});

describe('Google’s keys', () => {
  it('may rotate', async () => {
    const old = await keyServer.sign(claims());
    await keyServer.rotate();
    expect((await readOwnData(`Bearer ${await keyServer.sign(claims())}`)).statusCode).toBe(200);
    expect((await readOwnData(`Bearer ${old}`)).statusCode).toBe(401);
  });

  it('are not fetched again for each token that names an unknown one', async () => {
    const { replicaReads } = keyServer;
    const identity = firebaseIdentity(SETTINGS, {
      requiresEmailProof: false,
      clock: SYSTEM_CLOCK,
      keysUrl: keyServer.url,
    });
    const { privateKey } = await generateKeyPair('RS256');
    for (const kid of ['one', 'two', 'three']) {
      const forged = await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
      expect(await identity.signedIn({ authorization: `Bearer ${forged}` })).toBeNull();
    }
    expect(keyServer.replicaReads - replicaReads).toBe(1);
  });

  it.each([
    { status: 500, body: 'out of order' },
    { status: 200, body: 'no keys' },
    { status: 200, body: '{}' },
  ])('that cannot be read ($status, $body) make calls answer busy, not unauthorised', async (answer) => {
    keyServer.breakDown(answer);
    const waiting = await buildTestApp({
      identity: firebaseIdentity(SETTINGS, {
        requiresEmailProof: false,
        clock: SYSTEM_CLOCK,
        keysUrl: keyServer.url,
      }),
    });
    const authorization = `Bearer ${await keyServer.sign(claims())}`;
    const busy = await readOwnData(authorization, waiting);
    expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '1']);
    expect(busy.json()).toMatchObject({ code: 'busy' });
    keyServer.breakDown(null);
    expect((await readOwnData(authorization, waiting)).statusCode).toBe(200);
    await waiting.close();
  });

  it('may be unavailable: calls that need no key still work', async () => {
    const identity = firebaseIdentity(SETTINGS, {
      requiresEmailProof: false,
      clock: SYSTEM_CLOCK,
      keysUrl: 'http://127.0.0.1:1/keys',
    });
    expect(await identity.signedIn({})).toBeNull();
    expect(await identity.signedIn({ authorization: 'Bearer garbage' })).toBeNull();
    await expect(
      identity.signedIn({ authorization: `Bearer ${await keyServer.sign(claims())}` }),
    ).rejects.toThrow(/keys/);
  });
});

describe('the emulator’s tokens', () => {
  const identity = firebaseIdentity(
    { ...SETTINGS, emulatorHost: '127.0.0.1:9099' },
    { requiresEmailProof: false, clock: SYSTEM_CLOCK },
  );
  const signedIn = (token: string) => identity.signedIn({ authorization: `Bearer ${token}` });

  it('are unsigned, and otherwise checked in full', async () => {
    expect(await signedIn(new UnsecuredJWT(claims()).encode())).toMatchObject({ userId: 'ada' });
    const changes = [{ aud: 'demo-other' }, { sub: '' }, { exp: seconds(-600) }, { auth_time: seconds(600) }];
    for (const change of changes) {
      expect(await signedIn(new UnsecuredJWT(claims(change)).encode())).toBeNull();
    }
  });

  it('are the only ones accepted where it is configured', async () => {
    expect(await signedIn(await keyServer.sign(claims()))).toBeNull();
    expect(await signedIn('garbage')).toBeNull();
  });
});

describe('with Firebase', () => {
  it('PerkeX has no sign-in calls of its own', async () => {
    for (const path of [
      '/api/auth/sign-in/email',
      '/api/auth/sign-out',
      '/api/auth/request-password-reset',
    ]) {
      const answer = await market.app.inject({
        method: 'POST',
        url: path,
        payload: {},
        headers: { origin: PUBLIC_URL },
      });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not-found']);
    }
  });

  it('pages may load what its sign-in needs, and nothing more', async () => {
    const { headers } = await market.app.inject('/api/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(
      "script-src 'self' https://apis.google.com https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;",
    );
    expect(policy).toContain(
      "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com https://www.google.com/recaptcha/;",
    );
    expect(policy).toContain(
      "frame-src 'self' https://demo-perkex.example https://www.google.com/recaptcha/;",
    );
  });
});

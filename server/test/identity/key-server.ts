import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** Signs ID tokens with keys of its own and publishes them, as Google does. */
export interface KeyServer {
  readonly url: string;
  /** The number of times that the keys were fetched. */
  readonly replicaReads: number;
  /** The published key, for an attacker to read. */
  publicKey(): KeyPair['publicKey'];
  /** Replaces the key that signs, and publishes only the new one. */
  rotate(): Promise<void>;
  /** Replaces the answer that serves the keys; null restores it. */
  breakDown(answer: { status: number; body: string } | null): void;
  sign(claims: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

export async function startKeyServer(): Promise<KeyServer> {
  let number = 0;
  let replicaReads = 0;
  let keys: KeyPair;
  let broken: { status: number; body: string } | null = null;

  async function rotate(): Promise<void> {
    number += 1;
    keys = await generateKeyPair('RS256');
  }

  await rotate();
  const server = createServer(async (_request, response) => {
    replicaReads += 1;
    if (broken) {
      response.writeHead(broken.status).end(broken.body);
      return;
    }
    const key = { ...(await exportJWK(keys.publicKey)), kid: `key-${number}`, alg: 'RS256', use: 'sig' };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [key] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  return {
    url: `http://127.0.0.1:${port}/keys`,
    get replicaReads() {
      return replicaReads;
    },
    publicKey: () => keys.publicKey,
    rotate,
    breakDown(answer) {
      broken = answer;
    },
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: `key-${number}` }).sign(keys.privateKey),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Address } from '../load/http-connection.js';
import { Child } from '../processes/child.js';

/** The response of a bare route to clients that accept this encoding. */
export interface BareAnswer {
  readonly path: string;
  readonly acceptEncoding: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In base64, for the transfer to the other process. */
  readonly body: string;
}

export interface BareTask {
  readonly host: string;
  readonly answers: readonly BareAnswer[];
}

const START_TIMEOUT_MS = 240_000;

/** The headers that a client needs to read the same bytes. */
const KEPT_HEADERS = ['content-type', 'content-encoding', 'vary'];

/** Records a server's response byte by byte. */
export async function recordAnswer(
  { host, port }: Address,
  path: string,
  acceptEncoding: string,
): Promise<BareAnswer> {
  const request = get({ host, port, path, headers: { 'accept-encoding': acceptEncoding } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  if (response.statusCode !== 200) {
    throw new Error(`${path} was answered with ${response.statusCode}.`);
  }
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = response.headers[name];
    if (value !== undefined) {
      headers[name] = String(value);
    }
  }
  return { path, acceptEncoding, headers, body: body.toString('base64') };
}

/** Bare Fastify routes in a separate process. */
export class BareServer {
  private constructor(
    private readonly child: Child,
    readonly address: Address,
  ) {}

  static async start(answers: readonly BareAnswer[] = []): Promise<BareServer> {
    const child = Child.start('figures/bare-main.js');
    const host = '127.0.0.1';
    const { port } = await child.ask<{ port: number }>(
      { host, answers } satisfies BareTask,
      START_TIMEOUT_MS,
    );
    return new BareServer(child, { host, port });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  close(): Promise<void> {
    return this.child.close();
  }
}

import http, { type IncomingHttpHeaders } from 'node:http';
import { listen } from './event-reader.js';
import { expectDeclaredAnswer } from './expect-declared-answer.js';
import type { TestApp } from './test-app.js';

/** An answer as received over a real connection. */
export class WireAnswer {
  constructor(
    readonly statusCode: number,
    readonly headers: IncomingHttpHeaders,
    readonly rawPayload: Buffer,
  ) {}

  get body(): string {
    return this.rawPayload.toString();
  }

  json<Answer>(): Answer {
    return JSON.parse(this.body) as Answer;
  }
}

const agent = new http.Agent({ keepAlive: true });

/**
 * Requests over a real connection: cached responses are sent before the routes, which are all that `inject` reaches.
 */
export async function getByWire(
  market: TestApp,
  path: string,
  headers: Record<string, string> = {},
): Promise<WireAnswer> {
  const address = await listen(market);
  return new Promise((resolve, reject) => {
    const request = http.get(`${address}${path}`, { headers, agent }, async (response) => {
      const chunks: Buffer[] = await response.toArray();
      const answer = new WireAnswer(response.statusCode ?? 0, response.headers, Buffer.concat(chunks));
      expectDeclaredAnswer('GET', path, answer);
      resolve(answer);
    });
    request.once('error', reject);
  });
}

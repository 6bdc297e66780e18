import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The optional parts of a request. */
export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly timeoutMs?: number;
}

/** Sends a request, as `fetch` does. */
export type Ask = (url: string, asked?: Asked) => Promise<Response>;

/** One of many addresses of this machine; undefined where the system has only one. */
export function ownAddress(number: number): string | undefined {
  return process.platform === 'linux' ? `127.${Math.floor(number / 250)}.1.${(number % 250) + 2}` : undefined;
}

/** A visitor with a separate address, by which a proxy and the limits distinguish visitors. */
export class Visitor {
  private readonly agent: Agent;

  /** @param number the number of their address on this machine; where there is only one, all share it */
  constructor(number: number, connections = Number.POSITIVE_INFINITY) {
    this.agent = new Agent({ keepAlive: true, localAddress: ownAddress(number), maxSockets: connections });
  }

  readonly ask: Ask = async (url, asked) => {
    const answer = await this.open(url, asked);
    const headers = new Headers();
    for (const [name, values] of Object.entries(answer.headersDistinct)) {
      for (const value of values ?? []) {
        headers.append(name, value);
      }
    }
    const status = answer.statusCode ?? 0;
    const body = await buffer(answer);
    return new Response(body.length > 0 ? body : null, { status, headers });
  };

  /** Sends a request. @returns the response once its head has arrived, for reading it as a stream */
  open(
    url: string,
    { method = 'GET', headers = {}, body = '', timeoutMs }: Asked = {},
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        { method, headers: { ...headers }, agent: this.agent, timeout: timeoutMs },
        resolve,
      );
      sent.on('error', reject).on('timeout', () => sent.destroy(new Error('No answer in time.')));
      sent.end(body);
    });
  }

  leave(): void {
    this.agent.destroy();
  }
}

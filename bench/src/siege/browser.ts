import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

const TIMEOUT_MS = 60_000;

export interface Answer {
  /** 0: no answer arrived, or the connection broke. */
  readonly status: number;
  readonly text: string;
  readonly tookMs: number;
}

export interface Question {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is bytes already. */
  readonly body?: object;
}

/** A visitor at a separate address (any of 127.0.0.0/8), with cookies and keep-alive connections. */
export class Browser {
  private readonly agent: Agent;
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly url: string,
    address: string,
    connections = 6,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: address });
  }

  /** Never rejects: a failure has the status 0. */
  ask({ method = 'GET', path, headers = {}, body }: Question): Promise<Answer> {
    const startMs = performance.now();
    const payload = body === undefined ? undefined : Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const tookMs = () => performance.now() - startMs;
    return new Promise((resolve) => {
      const broken = () => resolve({ status: 0, text: '', tookMs: tookMs() });
      const call = request(
        new URL(path, this.url),
        {
          method,
          agent: this.agent,
          timeout: TIMEOUT_MS,
          headers: {
            ...(payload === undefined ? {} : { 'content-type': 'application/json', origin: this.url }),
            ...(this.cookies.size > 0 ? { cookie: this.cookieHeader() } : {}),
            ...headers,
          },
        },
        (answer) => {
          this.keepCookies(answer.headers['set-cookie'] ?? []);
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => {
            text += chunk;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, tookMs: tookMs() }));
          answer.on('error', broken);
        },
      );
      call.on('timeout', () => call.destroy());
      call.on('error', broken);
      call.end(payload);
    });
  }

  close(): void {
    this.agent.destroy();
  }

  private keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const separator = pair.indexOf('=');
      this.cookies.set(pair.slice(0, separator), pair.slice(separator + 1));
    }
  }

  private cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

import { text as readText } from 'node:stream/consumers';
import { Visitor } from '../processes/visitor.js';

const TIMEOUT_MS = 60_000;
const CONNECTIONS = 6;

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

/** A visitor at a separate address, with cookies and keep-alive connections. */
export class Browser {
  private readonly visitor: Visitor;
  private readonly cookies = new Map<string, string>();

  /** @param host the number of its address on this machine */
  constructor(
    private readonly url: string,
    host: number,
    connections = CONNECTIONS,
  ) {
    this.visitor = new Visitor(host, connections);
  }

  /** Never rejects: a failure has the status 0. */
  async ask({ method = 'GET', path, headers = {}, body }: Question): Promise<Answer> {
    const startMs = performance.now();
    const tookMs = () => performance.now() - startMs;
    const payload = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    try {
      const answer = await this.visitor.open(`${this.url}${path}`, {
        method,
        timeoutMs: TIMEOUT_MS,
        headers: {
          ...(payload !== undefined && { 'content-type': 'application/json', origin: this.url }),
          ...(this.cookies.size > 0 && { cookie: this.cookieHeader() }),
          ...headers,
        },
        ...(payload !== undefined && { body: payload }),
      });
      this.keepCookies(answer.headers['set-cookie'] ?? []);
      return { status: answer.statusCode ?? 0, text: await readText(answer), tookMs: tookMs() };
    } catch {
      return { status: 0, text: '', tookMs: tookMs() };
    }
  }

  close(): void {
    this.visitor.leave();
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

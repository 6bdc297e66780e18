import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Identifies the visitor; null for a request that may go to any server, in turn. */
export type VisitorOf = (request: IncomingMessage) => string | null;

const addressOf: VisitorOf = ({ socket }) => socket.remoteAddress ?? '';

/**
 * Replaces HAProxy with `deploy/haproxy.cfg` in tests where it is not installed. It sends each visitor's requests to
 * one of several servers, or to another one while that one does not listen.
 */
export class Balancer {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server: Server;
  private turn = 0;

  private constructor(
    private readonly urls: readonly string[],
    private readonly visitorOf: VisitorOf,
  ) {
    this.server = createServer(async (asked, reply) => {
      const body = await buffer(asked).catch(() => null);
      if (body) {
        this.handOn(asked, body, reply, this.serversFor(asked));
      }
    });
  }

  static async start(
    { host, port, urls }: { readonly host: string; readonly port: number; readonly urls: readonly string[] },
    visitorOf: VisitorOf = addressOf,
  ): Promise<Balancer> {
    const balancer = new Balancer(urls, visitorOf);
    balancer.server.listen(port, host);
    await once(balancer.server, 'listening');
    return balancer;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    this.agent.destroy();
    await once(this.server, 'close');
  }

  /** All servers, the visitor's own first. */
  private serversFor(asked: IncomingMessage): string[] {
    const visitor = this.visitorOf(asked);
    this.turn += visitor === null ? 1 : 0;
    const place = visitor === null ? this.turn : createHash('sha256').update(visitor).digest().readUInt32BE();
    const first = place % this.urls.length;
    return [...this.urls.slice(first), ...this.urls.slice(0, first)];
  }

  /** Retries a request on the next server if it has not reached this one, or if repeating it changes nothing. */
  private handOn(
    asked: IncomingMessage,
    body: Buffer,
    reply: ServerResponse,
    servers: readonly string[],
  ): void {
    const [url, ...others] = servers;
    if (url === undefined) {
      reply.writeHead(503).end();
      return;
    }
    const { method, headers, socket } = asked;
    const before = headers['x-forwarded-for'];
    const seen = socket.remoteAddress ?? '';
    const sent = request(url, {
      method,
      path: asked.url,
      headers: { ...headers, 'x-forwarded-for': before === undefined ? seen : `${before}, ${seen}` },
      agent: this.agent,
    });
    sent.on('response', (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      reply.flushHeaders();
      answer.pipe(reply);
      answer.on('error', () => reply.destroy());
      reply.on('close', () => answer.destroy());
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (!reply.headersSent && (error.code === 'ECONNREFUSED' || method === 'GET')) {
        this.handOn(asked, body, reply, others);
      } else {
        reply.destroy();
      }
    });
    sent.end(body);
  }
}

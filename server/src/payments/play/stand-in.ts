import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StripeAddress } from '../stripe/stripe-client.js';
import { bankPage } from './bank-page.js';
import { EventQueue, type EventReceiver } from './event-queue.js';
import { type Faults, NO_FAULTS, type RequestFault } from './faults.js';
import { type Params, readForm } from './form-body.js';
import { StandInAccount } from './stand-in-account.js';
import { answerRequest } from './stand-in-api.js';
import { StandInError } from './stand-in-error.js';
import type { Intent } from './stand-in-objects.js';

const HOST = '127.0.0.1';
const DAY_MS = 86_400_000;
const MAX_BODY_BYTES = 100_000;

export interface StandInOptions {
  readonly nowMs: () => number;
  readonly newId: () => string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly receive: EventReceiver;
  readonly faults?: Faults;
  /** True if accounts of sellers can be paid at once, without a form. */
  readonly completesAccounts?: boolean;
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** An answer that the stand-in repeats to the same key for a day. */
interface RememberedAnswer extends Answered {
  readonly request: string;
  readonly atMs: number;
}

const SERVER_ERROR: Answered = {
  status: 500,
  body: { error: { type: 'api_error', message: 'Something broke.' } },
};

/**
 * A server that speaks Stripe's wire format as far as the adapter uses it, and can behave like the real one at its
 * worst. It moves no money.
 */
export class StandIn {
  readonly account: StandInAccount;
  private readonly events: EventQueue;
  private readonly answers = new Map<string, RememberedAnswer>();
  private readonly server: Server;
  private readonly faults: Faults;

  private constructor(private readonly options: StandInOptions) {
    const { nowMs, newId, webhookSecret, receive, faults = NO_FAULTS, completesAccounts = false } = options;
    this.faults = faults;
    this.events = new EventQueue({ secret: webhookSecret, nowMs, newId, receive, faults });
    this.account = new StandInAccount({
      nowMs,
      newId,
      completesAccounts,
      url: () => `http://${HOST}:${this.address.port}`,
      onEvent: (type, object) => this.events.add(type, object),
    });
    this.server = createServer((request, response) => {
      this.answer(request, response).catch(() => response.destroy());
    });
  }

  /** Opens it on a free port of this machine. It does not keep the process alive. */
  static async open(options: StandInOptions): Promise<StandIn> {
    const standIn = new StandIn(options);
    standIn.server.listen(0, HOST);
    await once(standIn.server, 'listening');
    standIn.server.unref();
    return standIn;
  }

  get address(): StripeAddress {
    const { port } = this.server.address() as AddressInfo;
    return { protocol: 'http', host: HOST, port };
  }

  /** Settles what is due, and delivers the waiting events. */
  async deliverEvents(): Promise<void> {
    this.account.settle();
    await this.events.deliver();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stand-in');
    const body = await readBody(request);
    if (pathname.startsWith('/bank/')) {
      this.answerBuyer(request.method ?? 'GET', pathname.slice('/bank/'.length), body, response);
      return;
    }
    const fault = this.faults.nextRequest();
    if (fault === 'broken-before') {
      request.socket.destroy();
      return;
    }
    const params = request.method === 'GET' ? readForm(search.slice(1)) : readParams(request, body);
    const answered = this.answerOnce(request, pathname, params, body, fault);
    if (fault === 'broken-after') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answered.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answered.body));
  }

  /** Executes a request, or repeats the answer to its idempotency key. */
  private answerOnce(
    { method = 'GET', headers }: IncomingMessage,
    path: string,
    params: Params,
    body: string,
    fault: RequestFault,
  ): Answered {
    if (headers.authorization !== `Bearer ${this.options.secretKey}`) {
      return { status: 401, body: { error: { type: 'authentication_error', message: 'Invalid API key.' } } };
    }
    const key = method === 'POST' ? headers['idempotency-key'] : undefined;
    const request = `${method} ${path} ${body}`;
    const remembered = typeof key === 'string' ? this.remembered(key) : null;
    if (remembered) {
      return remembered.request === request ? remembered : misusedKey();
    }
    const isExecuted = fault !== 'error-before';
    const answered = isExecuted ? this.execute(method, path, params) : SERVER_ERROR;
    const given = fault === 'error-after' ? SERVER_ERROR : answered;
    if (typeof key === 'string') {
      this.answers.set(key, { ...given, request, atMs: this.options.nowMs() });
    }
    return given;
  }

  private execute(method: string, path: string, params: Params): Answered {
    try {
      return { status: 200, body: answerRequest(this.account, method, path, params) };
    } catch (error) {
      if (error instanceof StandInError) {
        return { status: error.status, body: { error: error.fields } };
      }
      throw error;
    }
  }

  private remembered(key: string): RememberedAnswer | null {
    const answer = this.answers.get(key);
    return answer && answer.atMs > this.options.nowMs() - DAY_MS ? answer : null;
  }

  private answerBuyer(method: string, id: string, body: string, response: ServerResponse): void {
    const found = this.account.store.peek(id);
    if (found?.object !== 'payment_intent') {
      response.writeHead(404).end();
    } else if (method !== 'POST' || found.status !== 'requires_action') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(bankPage(found));
    } else {
      this.account.intents.answerBank(id, readForm(body).answer === 'accept');
      response.writeHead(303, { location: returnUrl(found) }).end();
    }
  }
}

function returnUrl({ next_action: action }: Intent): string {
  return action?.redirect_to_url?.return_url ?? '/';
}

function misusedKey(): Answered {
  return {
    status: 400,
    body: { error: { type: 'idempotency_error', message: 'The key belongs to another request.' } },
  };
}

function readParams({ headers }: IncomingMessage, body: string): Params {
  return headers['content-type']?.startsWith('application/json')
    ? flat(JSON.parse(body) as object)
    : readForm(body);
}

/** The members of JSON, named as a form would name them. */
function flat(object: object): Params {
  const entries = Object.entries(object).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(flat(value)).map(([key, text]) => [name + bracketed(key), text])
      : [[name, String(value)]],
  );
  return Object.fromEntries(entries);
}

function bracketed(key: string): string {
  const [first = '', ...rest] = key.split(/(?=\[)/);
  return `[${first}]${rest.join('')}`;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) {
      throw new Error('A request to the stand-in is too long.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { type Transaction, transaction } from '../../database/transaction.js';
import type { StripeAddress } from '../payment-settings.js';
import { deliverEvents, type EventReceiver } from './event-queue.js';
import { type Faults, NO_FAULTS, type RequestFault } from './faults.js';
import { type Params, readForm } from './form-body.js';
import { type Answered, claimKey, hashOf } from './remembered-answers.js';
import { StandInAccount } from './stand-in-account.js';
import { answerRequest } from './stand-in-api.js';
import { StandInError } from './stand-in-error.js';
import type { Intent } from './stand-in-objects.js';

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 100_000;

export interface StandInOptions {
  /** The address of the pages for users. */
  readonly pagesUrl: string;
  readonly pool: pg.Pool;
  readonly nowMs: () => number;
  readonly newId: () => string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly receive: EventReceiver;
  readonly faults?: Faults;
  /** True if accounts of sellers can be paid at once, without a form. */
  readonly completesAccounts?: boolean;
}

const SERVER_ERROR: Answered = {
  status: 500,
  body: { error: { type: 'api_error', message: 'Something broke.' } },
};

/**
 * A server that speaks Stripe's wire format as far as the adapter uses it, and can behave like the real one at its
 * worst. It moves no money. Its state is in the database: each server of a market has a stand-in, and all have one
 * account.
 */
export class StandIn {
  /** The limit of a transfer in cents. */
  availableCents = Number.MAX_SAFE_INTEGER;
  private readonly server: Server;
  private readonly faults: Faults;

  private constructor(private readonly options: StandInOptions) {
    this.faults = options.faults ?? NO_FAULTS;
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

  /** Does all of this work on the account, or nothing of it. */
  act<Result>(work: (account: StandInAccount) => Promise<Result> | Result): Promise<Result> {
    return transaction(this.options.pool, async (tx) => {
      const account = this.accountIn(tx);
      const result = await work(account);
      await account.store.flush();
      return result;
    });
  }

  /**
   * The buyer's decision on the page of their bank.
   * @returns the address that they return to; null if the payment needs no decision
   */
  answerBank(id: string, isAccepted: boolean): Promise<string | null> {
    return this.act(async ({ store, intents }) => {
      const found = await store.find<Intent>('payment_intent', id);
      const locked = found && (await store.lock<Intent>('payment_intent', id));
      if (locked?.status !== 'requires_action') {
        return null;
      }
      await intents.answerBank(id, isAccepted);
      return locked.next_action?.redirect_to_url?.return_url ?? null;
    });
  }

  /** Carries out the changes that are due. */
  async settle(): Promise<void> {
    while (await this.act((account) => account.settleNext())) {}
  }

  /** Settles what is due, and delivers the waiting events. */
  async deliverEvents(): Promise<void> {
    const { pool, webhookSecret: secret, nowMs, receive } = this.options;
    await this.settle();
    await deliverEvents({ pool, secret, nowMs, receive, faults: this.faults });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private accountIn(connection: pg.Pool | Transaction): StandInAccount {
    const { nowMs, newId, completesAccounts = false, pagesUrl } = this.options;
    return new StandInAccount(connection, {
      nowMs,
      newId,
      completesAccounts,
      pagesUrl,
      availableCents: this.availableCents,
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stand-in');
    const body = await readBody(request);
    const fault = this.faults.nextRequest();
    if (fault === 'broken-before') {
      request.socket.destroy();
      return;
    }
    const params = request.method === 'GET' ? readForm(search.slice(1)) : readParams(request, body);
    const answered = await this.answerRequest(request, pathname, params, body, fault);
    if (fault === 'broken-after') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answered.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answered.body));
  }

  private async answerRequest(
    { method = 'GET', headers }: IncomingMessage,
    path: string,
    params: Params,
    body: string,
    fault: RequestFault,
  ): Promise<Answered> {
    if (headers.authorization !== `Bearer ${this.options.secretKey}`) {
      return { status: 401, body: { error: { type: 'authentication_error', message: 'Invalid API key.' } } };
    }
    const execute = async (account: StandInAccount) => {
      const answered =
        fault === 'error-before' ? SERVER_ERROR : await this.execute(account, method, path, params);
      return fault === 'error-after' ? SERVER_ERROR : answered;
    };
    if (method === 'GET') {
      return execute(this.accountIn(this.options.pool));
    }
    const key = headers['idempotency-key'];
    return typeof key === 'string'
      ? this.answerOnce(key, `${method} ${path} ${body}`, execute)
      : this.act(execute);
  }

  /** Executes a request, or repeats the answer to its idempotency key. */
  private answerOnce(
    key: string,
    request: string,
    execute: (account: StandInAccount) => Promise<Answered>,
  ): Promise<Answered> {
    return transaction(this.options.pool, async (tx) => {
      const remembered = await claimKey(tx, key, request, this.options.nowMs());
      if (remembered) {
        return remembered.requestHash === hashOf(request) ? remembered : misusedKey();
      }
      const account = this.accountIn(tx);
      const answered = await execute(account);
      await account.store.flush({ ...answered, key });
      return answered;
    });
  }

  private async execute(
    account: StandInAccount,
    method: string,
    path: string,
    params: Params,
  ): Promise<Answered> {
    try {
      return { status: 200, body: await answerRequest(account, method, path, params) };
    } catch (error) {
      if (error instanceof StandInError) {
        return { status: error.status, body: { error: error.fields } };
      }
      throw error;
    }
  }
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

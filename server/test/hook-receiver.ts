import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { makeCertificate } from '../../bench/src/servers/make-certificate.js';
import type { FetchTerms } from '../src/outbound/fetch-public.js';

const HOST = 'hooks.example';
const { key, certificate } = makeCertificate([HOST], ['127.0.0.1']);

/** Lets a market reach the receivers of this machine, under their name only. */
export const RECEIVER_TERMS: FetchTerms = {
  ca: certificate,
  resolve: async (host) => (host === HOST ? ['127.0.0.1'] : []),
  isAllowed: (address) => address === '127.0.0.1',
};

/** A request to a receiver. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A website that receives webhooks. */
export class HookReceiver {
  readonly received: Received[] = [];
  /** Answers a request, once its body has arrived. */
  answer: (response: ServerResponse, received: Received) => void = (response) => response.end('thanks');

  private readonly server = createServer({ key, cert: certificate }, async (request, response) => {
    const received = { headers: request.headers, body: await text(request) };
    this.received.push(received);
    this.answer(response, received);
  });

  static async open(): Promise<HookReceiver> {
    const receiver = new HookReceiver();
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get url(): string {
    return `https://${HOST}:${(this.server.address() as AddressInfo).port}/events?from=market`;
  }

  /** The numbers of the events that have arrived. */
  get numbers(): number[] {
    return this.received.map(({ body }) => JSON.parse(body).data.number);
  }

  /** Answers all following requests like this. */
  answers(status: number, headers: Readonly<Record<string, string>> = {}, body = ''): void {
    this.answer = (response) => response.writeHead(status, headers).end(body);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

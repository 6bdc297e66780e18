import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '../servers/make-certificate.js';

/** A receiver of webhooks in a process of its own: it answers at once, and counts on demand. */

/** The state of the receiver, for the process that sends. */
export interface ReceiverState {
  readonly port: number;
  /** The certificate to trust, in PEM. */
  readonly certificate: string;
  /** The number of requests so far. */
  readonly received: number;
}

const { key, certificate } = makeCertificate([], ['127.0.0.1']);
let received = 0;

const server = createServer({ key, cert: certificate }, (request, response) => {
  request.resume().on('end', () => {
    received += 1;
    response.end();
  });
});
const isListening = once(server.listen(0, '127.0.0.1'), 'listening');

process.on('message', async () => {
  await isListening;
  const { port } = server.address() as AddressInfo;
  process.send?.({ port, certificate, received } satisfies ReceiverState);
});

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { addressesOf, answering, FetchError, type FetchTerms, guards, isAllowedBy } from './fetch-public.js';

/** An answer, whatever its status. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  /** The beginning of its body, as text. */
  readonly beginning: string;
}

class ClosedConnectionError extends Error {}

export interface PostLimits {
  /** The time for everything, from resolving the name to the end of the answer. */
  readonly timeMs: number;
  /** The bytes of the answer's body that are read. */
  readonly bytes: number;
}

/**
 * Posts to one untrusted address, on the public internet only, over connections that are used again. Its name is
 * resolved and its addresses are checked whenever a connection is made, so a name that changes its address leads
 * nowhere else. Redirections are answers like any other: nothing follows them.
 */
export class PublicReceiver {
  private readonly agent: https.Agent;
  private readonly url: URL;

  /** @param connections the maximum at a time */
  constructor(
    address: string,
    connections: number,
    private readonly terms: FetchTerms = {},
  ) {
    this.url = new URL(address);
    this.agent = new https.Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @throws FetchError if there is no answer */
  async post(
    body: string,
    headers: Readonly<Record<string, string>>,
    { timeMs, bytes }: PostLimits,
    stop: AbortSignal,
  ): Promise<Answer> {
    const timeLimit = AbortSignal.timeout(timeMs);
    const signal = AbortSignal.any([stop, timeLimit]);
    try {
      const response = await this.askAgainIfClosed(body, headers, signal);
      const { statusCode: status = 0, headers: fields } = response;
      const retryAfter = fields['retry-after'] ?? null;
      return { status, retryAfter, beginning: await readBeginning(response, bytes) };
    } catch (error) {
      stop.throwIfAborted();
      if (timeLimit.aborted) {
        throw new FetchError(`no answer within ${timeMs / 1_000} seconds`);
      }
      const { code, message } = error as NodeJS.ErrnoException;
      throw error instanceof FetchError ? error : new FetchError(`no answer: ${code ?? message}`);
    }
  }

  /** Ends its connections. */
  close(): void {
    this.agent.destroy();
  }

  /** The receiver may close a connection just as it is used again. */
  private async askAgainIfClosed(
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    try {
      return await this.ask(body, headers, signal);
    } catch (error) {
      if (error instanceof ClosedConnectionError) {
        return this.ask(body, { ...headers, connection: 'close' }, signal);
      }
      throw error;
    }
  }

  private async ask(
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    signal.throwIfAborted();
    const { url, terms, agent } = this;
    if (url.protocol !== 'https:') {
      throw new FetchError(`${url.protocol}// is not https://`);
    }
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host)) {
      await this.publicAddressesOf(host, signal); // Node looks up no address
    }
    const request = https.request(url, {
      agent,
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body), 'accept-encoding': 'identity' },
      lookup: this.lookUp(signal),
      ...guards(terms),
      signal,
    });
    request.on('error', () => {}); // `once` below reports errors; later ones do not matter
    // Check the actual connection again, in case anything in between did not use the checked addresses.
    request.on('socket', (socket) => {
      if (socket.connecting) {
        socket.once('connect', () => {
          if (!isAllowedBy(terms, socket.remoteAddress)) {
            request.destroy(new FetchError('the connection led to an address that is not public'));
          }
        });
      }
    });
    request.end(body);
    try {
      const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
      return response;
    } catch (error) {
      const isClosed = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
      throw isClosed ? new ClosedConnectionError() : error;
    }
  }

  /** A lookup function for Node that answers with checked addresses only. */
  private lookUp(signal: AbortSignal): LookupFunction {
    return (host, options, callback) => {
      this.publicAddressesOf(host, signal).then(
        (addresses) => answering(addresses)(host, options, callback),
        (error) => callback(error, ''),
      );
    };
  }

  /** One error for all: a user must not learn which names our own network has. */
  private async publicAddressesOf(host: string, signal: AbortSignal): Promise<readonly string[]> {
    try {
      return await addressesOf(host, signal, this.terms);
    } catch {
      signal.throwIfAborted();
      throw new FetchError('its name has no public address');
    }
  }
}

/** Reads at most so many bytes, and ends the connection of a longer or interrupted body: its status is known. */
async function readBeginning(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) {
        break; // which destroys the response
      }
    }
  } catch {
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}

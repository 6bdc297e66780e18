import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.js';

export interface FetchLimits {
  readonly bytes: number;
  /** The time for everything, from resolving the name to the last byte. */
  readonly timeMs: number;
}

const MAX_REDIRECTS = 3;
/** For one question to one DNS server. The second try has twice the time. */
const DNS_TRY = { timeout: 2_500, tries: 2 };
/** The codes of a name without addresses of a kind, and of one that does not exist. */
const NO_ADDRESS: readonly unknown[] = ['ENODATA', 'ENOTFOUND'];
/** A POST may create something. */
const SUCCESSES = [200, 201];
const REDIRECTIONS = [301, 302, 303, 307, 308];

/** The reason why an answer is not available. The message is a clause such as `its server answered 404`. */
export class FetchError extends Error {
  override readonly name = 'FetchError';

  /** @param status the answer's, if that is the reason */
  constructor(
    message: string,
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

export interface FetchOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Sent by POST. */
  readonly body?: string;
  /** True to follow no redirections: the request has a key. */
  readonly isDirect?: boolean;
  readonly limits: FetchLimits;
}

/** Overrides for tests, which have servers on this machine. Production code never sets them. */
export interface FetchTerms {
  readonly limits?: FetchLimits;
  /** Resolves a name to IP addresses. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** The DNS servers that resolve names, instead of those of this machine. */
  readonly dnsServers?: readonly string[];
  /** True if connections to this IP address are allowed. */
  readonly isAllowed?: (address: string) => boolean;
  /** A certificate to trust instead of the public ones. */
  readonly ca?: string;
}

/**
 * Fetches the answer of an untrusted address, on the public internet only. We resolve each name ourselves, once per
 * request, and connect only to the addresses that were checked. This prevents DNS rebinding.
 * @throws FetchError if it cannot be fetched
 */
export async function fetchPublic(
  address: string,
  stop: AbortSignal,
  options: FetchOptions,
  overrides: FetchTerms = {},
): Promise<Buffer> {
  const terms = { ...options, ...overrides };
  const { limits } = terms;
  const timeLimit = AbortSignal.timeout(limits.timeMs);
  const signal = AbortSignal.any([stop, timeLimit]);
  try {
    return await follow(new URL(address), signal, terms);
  } catch (error) {
    stop.throwIfAborted();
    if (timeLimit.aborted) {
      throw new FetchError(`it did not come within ${limits.timeMs / 1_000} seconds`);
    }
    throw error instanceof FetchError ? error : new FetchError(`it did not come: ${reasonOf(error)}`);
  }
}

type Terms = FetchOptions & FetchTerms;

async function follow(first: URL, signal: AbortSignal, terms: Terms): Promise<Buffer> {
  let url = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await ask(url, signal, terms);
    try {
      const { statusCode = 0, headers } = response;
      if (SUCCESSES.includes(statusCode)) {
        return await read(response, terms.limits.bytes);
      }
      const { location } = headers;
      const isMoved = REDIRECTIONS.includes(statusCode) && !terms.isDirect;
      if (!isMoved || !location || !URL.canParse(location, url.href)) {
        throw new FetchError(`its server answered ${statusCode}`, statusCode);
      }
      url = new URL(location, url);
    } finally {
      response.destroy();
    }
  }
  throw new FetchError(`it was redirected more than ${MAX_REDIRECTS} times`);
}

/** The options of every request to an untrusted address. */
export function guards({ ca }: Pick<FetchTerms, 'ca'>): https.RequestOptions {
  return {
    auth: '', // a login in the address is not sent
    rejectUnauthorized: true, // overrides the environment
    ...(ca === undefined ? {} : { ca }),
  };
}

/** Sends one request on a connection of its own. */
async function ask(url: URL, signal: AbortSignal, terms: Terms): Promise<IncomingMessage> {
  signal.throwIfAborted();
  const { protocol } = url;
  if (protocol !== 'https:') {
    throw new FetchError(`${protocol}// is not https://`);
  }
  const addresses = await addressesOf(url.hostname.replace(/^\[|\]$/g, ''), signal, terms);
  const request = https.request(url, {
    agent: false,
    method: terms.body === undefined ? 'GET' : 'POST',
    headers: { ...terms.headers, 'accept-encoding': 'identity' },
    lookup: answering(addresses),
    ...guards(terms),
    signal,
  });
  request.on('error', () => {}); // `once` below reports errors; later ones do not matter
  // Check the actual connection again, in case anything in between did not use the checked addresses.
  request.on('socket', (socket) =>
    socket.once('connect', () => {
      if (!isAmong(socket.remoteAddress, addresses)) {
        request.destroy(new FetchError('the connection led to another address than the one checked'));
      }
    }),
  );
  request.end(terms.body);
  const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
  return response;
}

/** True if these terms allow connections to an address. */
export function isAllowedBy(
  { isAllowed = isPublicAddress }: FetchTerms,
  address: string | undefined,
): boolean {
  return address !== undefined && isAllowed(address);
}

/** Resolves a host. All of its addresses must be allowed. @throws FetchError otherwise */
export async function addressesOf(
  host: string,
  signal: AbortSignal,
  {
    dnsServers,
    resolve = (name) => resolveByDns(name, signal, dnsServers),
    isAllowed = isPublicAddress,
  }: FetchTerms,
): Promise<readonly string[]> {
  const addresses = isIP(host) ? [host] : await unlessOver(resolve(host), signal);
  const inner = addresses.find((address) => !isAllowed(address));
  if (inner !== undefined) {
    throw new FetchError(`${host} is at ${inner}, which is not a public address`);
  }
  if (addresses.length === 0) {
    throw new FetchError(`${host} has no address`);
  }
  return addresses;
}

/**
 * By DNS alone, without the names that this machine has in a file. `lookup` would occupy one of the few threads of the
 * process until it ends, so that names which are never answered would stop all others.
 */
async function resolveByDns(
  host: string,
  signal: AbortSignal,
  servers: readonly string[] | undefined,
): Promise<string[]> {
  const resolver = new Resolver(DNS_TRY);
  if (servers) {
    resolver.setServers(servers);
  }
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  signal.removeEventListener('abort', cancel);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  const failure = failures.find(({ code }) => !NO_ADDRESS.includes(code));
  if (addresses.length === 0 && failure !== undefined) {
    throw failure;
  }
  return addresses;
}

function unlessOver<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** A lookup function for Node that returns the checked addresses. */
export function answering(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all: wantsAll }, callback) => {
    if (wantsAll) {
      callback(null, all);
    } else {
      callback(null, all[0]?.address ?? '', all[0]?.family);
    }
  };
}

function isAmong(address: string | undefined, addresses: readonly string[]): boolean {
  return address !== undefined && addresses.some((checked) => isSame(checked, address));
}

/** True if both texts denote the same address. */
function isSame(one: string, other: string): boolean {
  return (
    isIP(one) === isIP(other) &&
    new URL(`http://${inUrl(one)}`).host === new URL(`http://${inUrl(other)}`).host
  );
}

function inUrl(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address;
}

/** Reads a whole response and counts its bytes, because its declared length may be wrong. */
async function read(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity' } = response.headers;
  if (encoding !== 'identity') {
    throw new FetchError('its server has compressed it without being asked to');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new FetchError(`it has more than ${Math.floor(maxBytes / 1024)} kB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

const GROUPS_OF_48_BITS = 3;
const ALL_GROUPS = 8;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The address that a request comes from. Behind a proxy it is the last address in x-forwarded-for, which the proxy
 * itself has seen. Same as Fastify's `request.ip`.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined;
  const last = typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : undefined;
  return last || (socket.remoteAddress ?? '');
}

/**
 * The client that a limit counts: the address itself, or for IPv6 its /64 network, because a client with one address
 * there has them all.
 */
export function limitedAddress(ip: string): string {
  return networksOf(ip)[0] ?? ip;
}

/**
 * The networks of an address, the narrowest first. For IPv4 only the address itself; for IPv6 its /64, /56 and /48,
 * which providers assign to one customer.
 */
export function networksOf(ip: string): string[] {
  const mapped = MAPPED_IPV4.exec(ip)?.[1];
  if (mapped !== undefined || !isIPv6(ip)) {
    return [mapped ?? ip];
  }
  const groups = groupsOf(ip);
  const widest = groups.slice(0, GROUPS_OF_48_BITS);
  const last = groups[GROUPS_OF_48_BITS] ?? 0;
  return [
    networkName([...widest, last], 64),
    networkName([...widest, last & 0xff00], 56),
    networkName(widest, 48),
  ];
}

/** The eight numbers of an IPv6 address. */
function groupsOf(ip: string): number[] {
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : ALL_GROUPS - groups.length - tail.split(':').length;
  const zeros = Array.from({ length: Math.max(0, missing) }, () => '0');
  return [...groups, ...zeros, ...(tail ?? '').split(':')].map((group) => Number.parseInt(group || '0', 16));
}

function networkName(groups: readonly number[], bits: number): string {
  return `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;
}

import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Who a request comes from. Behind a proxy that is the last address in x-forwarded-for, which the proxy has seen itself:
 * the same that Fastify's `request.ip` says.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined;
  const last = typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : undefined;
  return last || (socket.remoteAddress ?? '');
}

/**
 * Whom a limit counts: the address itself, and of IPv6 its network of 64 bits, since whoever has one address
 * there has them all.
 */
export function limitedAddress(ip: string): string {
  if (!ip.includes(':')) {
    return ip;
  }
  const mapped = MAPPED_IPV4.exec(ip)?.[1];
  if (mapped !== undefined || !isIPv6(ip)) {
    return mapped ?? ip;
  }
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : ALL_GROUPS - groups.length - tail.split(':').length;
  const zeros = Array.from({ length: Math.max(0, missing) }, () => '0');
  const network = [...groups, ...zeros, ...(tail ?? '').split(':')].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group || '0', 16).toString(16)).join(':')}::/64`;
}

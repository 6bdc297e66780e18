import ipaddr from 'ipaddr.js';

/** The range assigned to the public internet. Translated, mapped, local and obsolete addresses are outside it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an IP address on the public internet. False for this machine, our own network, metadata services that
 * provide credentials, and IPv6 addresses that a gateway translates to IPv4.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) {
    return false;
  }
  const address = ipaddr.parse(text);
  const isUnicast = address.range() === 'unicast';
  return address instanceof ipaddr.IPv6 ? isUnicast && address.match(GLOBAL_UNICAST) : isUnicast;
}

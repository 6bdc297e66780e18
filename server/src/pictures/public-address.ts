import ipaddr from 'ipaddr.js';

/** What the registries give to the public internet; translated, mapped, local and obsolete addresses are elsewhere. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet. The machines of our own network, this one and whoever
 * lends it its credentials do not; neither does an IPv6 address that some gateway turns into one of IPv4.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) {
    return false;
  }
  const address = ipaddr.parse(text);
  const isUnicast = address.range() === 'unicast';
  return address instanceof ipaddr.IPv6 ? isUnicast && address.match(GLOBAL_UNICAST) : isUnicast;
}

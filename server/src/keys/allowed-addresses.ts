import { BlockList, isIPv6 } from 'node:net';

/**
 * Checks whether an address is among these addresses and networks. An IPv4 address that is written as one of IPv6 is
 * the IPv4 address.
 */
export function isAmong(address: string, allowed: readonly string[]): boolean {
  const list = new BlockList();
  for (const each of allowed) {
    const [network = '', prefix] = each.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    list.addSubnet(network, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  const [plain = ''] = address.split('%');
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

import { fastify } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { clientAddress, limitedAddress, networksOf } from './client-address.js';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('limits count %s as %s', (ip, counted) => {
  expect(limitedAddress(ip)).toBe(counted);
});

const proxied = fastify({ trustProxy: (_address, hop) => hop === 0 });
proxied.get('/', async ({ ip, raw }) => ({
  ip,
  own: clientAddress(raw, true),
  alone: clientAddress(raw, false),
}));
afterAll(() => proxied.close());

it.each([
  [undefined, '192.0.2.9'],
  ['', '192.0.2.9'],
  ['203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['198.51.100.1,203.0.113.7 ', '203.0.113.7'],
  ['198.51.100.1, 2001:db8::5', '2001:db8::5'],
])('a client behind a proxy that sends x-forwarded-for %j is %s', async (forwarded, ip) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const answer = await proxied.inject({ url: '/', remoteAddress: '192.0.2.9', headers });
  expect(answer.json()).toEqual({ ip, own: ip, alone: '192.0.2.9' });
});

it('an IPv6 address belongs to its /64, /56 and /48 networks, an IPv4 address only to itself', () => {
  expect(networksOf('2001:db8:0:12ff::1')).toEqual([
    '2001:db8:0:12ff::/64',
    '2001:db8:0:1200::/56',
    '2001:db8:0::/48',
  ]);
  expect([networksOf('10.1.2.3'), networksOf('::ffff:10.1.2.3'), networksOf('nonsense')]).toEqual([
    ['10.1.2.3'],
    ['10.1.2.3'],
    ['nonsense'],
  ]);
});

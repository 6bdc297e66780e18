import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { newWebhookSecret, signatureOf } from './webhook-secret.js';

const DOCUMENT = readFileSync(new URL('../../../docs/programs.md', import.meta.url), 'utf8');

it('a signature is that of the documentation, and of an independent library', () => {
  const found = (pattern: RegExp) => pattern.exec(DOCUMENT)?.[1] ?? '';
  const [secret, id, timestamp, body] = [
    found(/`(whsec_[^`…]+)`/),
    found(/webhook-id: (.*)/),
    Number(found(/webhook-timestamp: (.*)/)),
    found(/\n(\{"type":.*\})\n/),
  ];
  const signature = signatureOf(secret, { id, timestamp, body });
  expect(signature).toBe(found(/webhook-signature: (.*)/));
  expect(signature).toBe(new Webhook(secret).sign(id, new Date(timestamp * 1_000), body));
});

it('secrets have 32 random bytes', () => {
  const secrets = Array.from({ length: 50 }, newWebhookSecret);
  expect(secrets.filter((secret) => !/^whsec_[A-Za-z0-9+/]{43}=$/.test(secret))).toEqual([]);
  expect(new Set(secrets).size).toBe(50);
});

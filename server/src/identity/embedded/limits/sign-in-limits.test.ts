import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { knownBrowsers } from './known-browsers.js';
import { signInLimits } from './sign-in-limits.js';

const EMAIL = 'ada@example.com';
const browsers = knownBrowsers({ prefix: 'test', secure: false }, 'a secret of at least 32 characters');

function requestFrom(ip: string, cookie?: string): FastifyRequest {
  return { ip, headers: { cookie } } as unknown as FastifyRequest;
}

const mark = () => browsers.planted(EMAIL).split(';')[0] ?? '';

describe('the limits of sign-ins', () => {
  it('count all marked browsers of an account together: marks can be collected', () => {
    const limits = signInLimits(true, browsers);
    let allowed = 0;
    for (let browser = 0; browser < 10; browser += 1) {
      const cookie = mark();
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const ip = `198.51.100.${browser * 20 + attempt}`;
        allowed += 'waitSeconds' in limits.begin(requestFrom(ip, cookie), EMAIL) ? 0 : 1;
      }
    }
    expect(allowed).toBe(100);
    expect(limits.begin(requestFrom('203.0.113.1'), EMAIL)).not.toHaveProperty('waitSeconds');
  });

  it('take back what was right', () => {
    const limits = signInLimits(true, browsers);
    const request = requestFrom('203.0.113.1', mark());
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const begun = limits.begin(request, EMAIL);
      if ('forgive' in begun && attempt > 0) {
        begun.forgive();
      }
    }
    const another = requestFrom('203.0.113.2', request.headers.cookie);
    expect(limits.begin(another, EMAIL)).toHaveProperty('forgive');
  });

  it('are none where they are turned off', () => {
    const limits = signInLimits(false, browsers);
    for (let attempt = 0; attempt < 200; attempt += 1) {
      expect(limits.begin(requestFrom('203.0.113.1'), EMAIL)).toHaveProperty('forgive');
    }
  });
});

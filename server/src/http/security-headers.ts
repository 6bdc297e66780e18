import type { BrowserOrigins } from '../users/identity.js';

/**
 * The headers of every answer, which restrict what browsers load and do with our pages.
 * @param browser the other hosts that the pages load from
 * @param scriptHashes the inline scripts of the pages, as sources of the content security policy
 */
export function securityHeaders(
  publicUrl: string,
  imageOrigins: readonly string[],
  browser: readonly BrowserOrigins[],
  scriptHashes: readonly string[] = [],
): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(imageOrigins, browser, scriptHashes),
    // The popup of a sign-in at another site must reach its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0', // the filters of old browsers were holes themselves
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

function contentSecurityPolicy(
  imageOrigins: readonly string[],
  browser: readonly BrowserOrigins[],
  scriptHashes: readonly string[],
): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes, ...browser.flatMap(({ scripts }) => scripts)],
    'style-src': ["'self'", "'unsafe-inline'"],
    'connect-src': ["'self'", ...browser.flatMap(({ connections }) => connections)],
    'frame-src': ["'self'", ...browser.flatMap(({ frames }) => frames)],
    'img-src': ["'self'", 'data:', ...imageOrigins],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join(';');
}

import type { BrowserOrigins } from './identity.js';

/** The options of Helmet: what browsers may load and do with our pages. */
export function securityHeaders(publicUrl: string, imageOrigins: readonly string[], browser: BrowserOrigins) {
  const isHttps = publicUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...browser.scripts],
        styleSrc: ["'self'", "'unsafe-inline'"],
        connectSrc: ["'self'", ...browser.connections],
        frameSrc: ["'self'", ...browser.frames],
        imgSrc: ["'self'", 'data:', ...imageOrigins],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // The popup of a sign-in at another site has to reach its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    strictTransportSecurity: isHttps,
  };
}

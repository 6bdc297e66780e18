import type { Request } from 'playwright-core';

export function isStream(request: Request): boolean {
  return new URL(request.url()).pathname.startsWith('/api/live');
}

/** If a tab requests its user's stream while another tab logs out, the refusal is right and not shown. */
export function isLateStream(url: string, text: string): boolean {
  return url.endsWith('/api/live/me') && text.includes('status of 401');
}

/**
 * Chromium looks for unused preloads once, three seconds after it has loaded a page: also at code that has just
 * arrived, and that waits for another file of its module.
 */
export function isEarlyWarning(text: string): boolean {
  return /\/assets\/\S+\.js was preloaded using link preload but not used within a few seconds/.test(text);
}

import type { Request } from 'playwright-core';

export function isStream(request: Request): boolean {
  return new URL(request.url()).pathname.startsWith('/api/live');
}

/** If a tab requests its user's stream while another tab logs out, the refusal is right and not shown. */
export function isLateStream(url: string, text: string): boolean {
  return url.endsWith('/api/live/me') && text.includes('status of 401');
}

import { SERVER_HEADER } from '@perkex/contract/live-limits.js';

let followed: string | null = null;

/** Sets the server process whose stream of the market the page follows; null for none. */
export function followServer(server: string | null): void {
  followed = server;
}

export function getFollowedServer(): string | null {
  return followed;
}

/** The headers of a read. The server that handles it may lag behind the stream. */
export function serverHeaders(): Record<string, string> {
  return followed === null ? {} : { [SERVER_HEADER]: followed };
}

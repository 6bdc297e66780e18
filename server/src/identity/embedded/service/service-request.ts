import type { FastifyRequest } from 'fastify';

/** Carries Fastify's request.ip. Written over on every request, so that no client can send it. */
export const CLIENT_ADDRESS_HEADER = 'x-perkex-client-address';

const USER_AGENT_LENGTH_MOST = 256;

/** What better-auth reads: the session, and where a request comes from. Host and x-forwarded-* stay out. */
const PASSED_ON = [
  'cookie',
  'origin',
  'referer',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
] as const;

/**
 * The Fetch request that better-auth answers. Its URL is the public one whatever host the browser used; the query is
 * left out, because none of our calls has one.
 */
export function serviceRequest(request: FastifyRequest, url: URL, fields?: unknown): Request {
  const headers = serviceHeaders(request);
  if (fields === undefined) {
    return new Request(url, { method: request.method, headers });
  }
  headers.set('content-type', 'application/json');
  return new Request(url, { method: request.method, headers, body: JSON.stringify(fields) });
}

/** Who asks and from where, as far as better-auth shall know. */
export function serviceHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const name of PASSED_ON) {
    pass(headers, name, request.headers[name]);
  }
  pass(headers, 'user-agent', request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH_MOST));
  headers.set(CLIENT_ADDRESS_HEADER, request.ip);
  return headers;
}

/** A value that no header may have, which only a request from inside the process can bring, counts as absent. */
function pass(headers: Headers, name: string, value: string | string[] | undefined): void {
  if (typeof value === 'string' && /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) {
    headers.set(name, value);
  }
}

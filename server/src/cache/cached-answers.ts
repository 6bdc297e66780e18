import type { IncomingMessage, ServerResponse } from 'node:http';
import { compressionFor } from '../http/compress.js';
import type { ResponseCache } from './response-cache.js';

export interface ReadyAnswersOptions {
  readonly responses: Pick<ResponseCache, 'ready'>;
  /** The headers of every response of this server. */
  readonly headers: Readonly<Record<string, string>>;
  /** The cache key of a request, from its raw address; null for a request that needs inspection. */
  readonly keyOf: (request: IncomingMessage) => string | null;
  /** True for a request whose response must not be stale. */
  readonly isFresh: (request: IncomingMessage) => boolean;
  /** Counts a request against its limit. @returns true if it is within the limit */
  readonly count: (request: IncomingMessage) => boolean;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Serves cached, compressed responses before Fastify sees the request: nothing has to be looked up, read or made, and
 * Fastify's request, reply and hooks would cost more than the response. All other requests go to the routes.
 */
export class CachedAnswers {
  private readonly rawHeaders = new WeakMap<Headers, string[]>();
  private isOver = false;

  constructor(private readonly options: ReadyAnswersOptions) {}

  /** @returns true if the request was answered */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { keyOf, isFresh, responses } = this.options;
    const key = request.method === 'GET' && !this.isOver ? keyOf(request) : null;
    const answer = key === null ? null : responses.ready(key, isFresh(request));
    if (!answer) {
      return false;
    }
    const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = request.headers;
    const isKnown = answer.isKnownBy(ifNoneMatch);
    const form = isKnown ? null : answer.ready(compressionFor(acceptEncoding));
    if ((!isKnown && !form) || !this.options.count(request)) {
      return false;
    }
    if (form) {
      response.writeHead(200, this.allOf(form.headers)).end(form.bytes);
    } else {
      response.writeHead(304, this.allOf(answer.headersOfUnchanged)).end();
    }
    return true;
  }

  /** Leaves all further requests to the routes: the server stops. */
  close(): void {
    this.isOver = true;
  }

  /** The raw form that Node sends without validating each header. */
  private allOf(own: Headers): string[] {
    let raw = this.rawHeaders.get(own);
    if (!raw) {
      raw = Object.entries({ ...this.options.headers, ...own }).flat();
      this.rawHeaders.set(own, raw);
    }
    return raw;
  }
}

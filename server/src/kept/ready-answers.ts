import type { IncomingMessage, ServerResponse } from 'node:http';
import { packingFor } from '../http/packing.js';
import type { KeptAnswers } from './kept-answers.js';

export interface ReadyAnswersOptions {
  readonly kept: Pick<KeptAnswers, 'ready'>;
  /** What stands in every answer of this server. */
  readonly headers: Readonly<Record<string, string>>;
  /** The key of what a request asks for, from its raw address; null for one that has to be looked at. */
  readonly keyOf: (request: IncomingMessage) => string | null;
  /** Counts a request that is about to be answered. @returns whether it was not one too many */
  readonly count: (request: IncomingMessage) => boolean;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Answers what is kept and packed already before Fastify hears of the request: nothing has to be looked up, read or
 * made, so a request, a reply and their hooks would cost more than the answer. Whatever is not that simple is left to
 * the routes.
 */
export class ReadyAnswers {
  private readonly rawHeaders = new WeakMap<Headers, string[]>();
  private isOver = false;

  constructor(private readonly options: ReadyAnswersOptions) {}

  /** @returns whether the request has been answered */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const key = request.method === 'GET' && !this.isOver ? this.options.keyOf(request) : null;
    const answer = key === null ? null : this.options.kept.ready(key);
    if (!answer) {
      return false;
    }
    const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = request.headers;
    const isKnown = answer.isKnownBy(ifNoneMatch);
    const form = isKnown ? null : answer.ready(packingFor(acceptEncoding));
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

  /** From now on the routes answer everything: the server stops. */
  close(): void {
    this.isOver = true;
  }

  /** As Node takes them without a look at each. */
  private allOf(own: Headers): string[] {
    let raw = this.rawHeaders.get(own);
    if (!raw) {
      raw = Object.entries({ ...this.options.headers, ...own }).flat();
      this.rawHeaders.set(own, raw);
    }
    return raw;
  }
}

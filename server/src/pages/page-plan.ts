import type { FastifyRequest } from 'fastify';
import type { AnswerPlan } from '../cache/response-cache.js';
import type { Page } from './page.js';

/** How to produce a page that looks the same to all visitors, and when to recompute it. */
export interface PagePlan extends Pick<AnswerPlan, 'follows' | 'maxAgeMs' | 'isOfDay'> {
  /** Its address, with the parts of the query that affect the content. */
  readonly key: string;
  read(): Promise<Page>;
}

export type PageRequest = FastifyRequest<{
  Params: Record<string, string>;
  Querystring: Record<string, unknown>;
}>;

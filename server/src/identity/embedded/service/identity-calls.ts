import type { FastifyInstance, FastifyReply, FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import { refuseForeignOrigins } from '../../../http/origins.js';
import { documented, respond } from './service-answer.js';

export const BASE_PATH = '/api/auth';

type Answer = (request: FastifyRequest) => Promise<Response>;

/**
 * Adds calls below /api/auth: documented, and closed to other websites before anything
 * is counted, since those shall not use up a visitor's attempts.
 */
export interface IdentityCalls {
  get(path: string, summary: string, answer: Answer): void;
  /** @param preValidation what else may refuse the request, before its body is looked at */
  post(path: string, summary: string, answer: Answer, preValidation?: preValidationAsyncHookHandler): void;
}

export function identityCalls(scope: FastifyInstance, publicUrl: string): IdentityCalls {
  const onRequest = refuseForeignOrigins(publicUrl);
  const handler = (answer: Answer) => (request: FastifyRequest, reply: FastifyReply) =>
    respond(reply, answer(request));
  return {
    get(path, summary, answer) {
      const options = { ...documented(summary), onRequest, exposeHeadRoute: false };
      scope.get(BASE_PATH + path, options, handler(answer));
    },
    post(path, summary, answer, preValidation = async () => {}) {
      const options = { ...documented(summary), onRequest, preValidation };
      scope.post(BASE_PATH + path, options, handler(answer));
    },
  };
}

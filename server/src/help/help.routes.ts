import type { FastifyInstance } from 'fastify';
import { answerCall } from '../http/calls.js';
import type { Developers } from './developers.js';
import type { Help } from './read-help.js';

/** Serves the help pages to the application. */
export function helpRoutes(app: FastifyInstance, help: Help, developers: Developers): void {
  answerCall(app, 'developers', () => developers.page());
  answerCall(app, 'helpIndex', async () => help.index);
  answerCall(
    app,
    'help',
    async ({ params: { page } }) => (await help.find(page)) ?? { refused: 'not-found' },
  );
}

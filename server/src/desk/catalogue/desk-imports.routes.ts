import { MAX_CATALOGUE_BODY_BYTES } from '@perkex/contract/desk-imports.js';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../http/calls.js';
import { hourlyLimits } from '../../http/limit-users.js';
import { changesByMembers, largeBodiesOf } from '../../http/require-member.js';
import { planCatalogue, readSentCatalogue, shownPreview } from './catalogue-file.js';
import type { CatalogueOptions } from './desk-catalogue.routes.js';
import { importCatalogue, listImports, undoImport } from './imports.js';

const FILES_PER_HOUR = 100;

/** The calls of admins for catalogue files: seen first, then imported, and undone (after-the-trade.md, "The desk"). */
export function deskImportsRoutes(
  app: FastifyInstance,
  { pool, identity, hidden, clock, newId, rateLimits }: CatalogueOptions,
): void {
  const limitPerHour = hourlyLimits(rateLimits);
  const change = changesByMembers(pool, identity);
  const moment = () => ({ nowMs: clock.wallMs(), newId });
  const limited = limitPerHour('catalogue files', FILES_PER_HOUR);
  const file = {
    bodyLimit: MAX_CATALOGUE_BODY_BYTES,
    preParsing: largeBodiesOf('admin', identity, pool),
    ...limited,
  };

  answerCall(
    app,
    'previewImport',
    async ({ body: { content } }) => {
      const sent = await readSentCatalogue(content);
      return typeof sent === 'string'
        ? unreadable(sent)
        : shownPreview(sent, await planCatalogue(pool, sent, clock.wallMs()));
    },
    file,
  );
  answerCall(
    app,
    'importProducts',
    async ({ body }, request, reply) => {
      const sent = await readSentCatalogue(body.content);
      if (typeof sent === 'string') {
        return unreadable(sent);
      }
      return change(request, reply, (tx) => importCatalogue(tx, request, body, { ...moment(), file: sent }));
    },
    file,
  );
  answerCall(app, 'catalogueImports', () => listImports(pool));
  answerCall(
    app,
    'undoImport',
    ({ body }, request, reply) =>
      change(request, reply, (tx) => undoImport(tx, request, body, hidden, moment())),
    limited,
  );
}

function unreadable(detail: string) {
  return { refused: 'unreadable-catalogue', detail } as const;
}

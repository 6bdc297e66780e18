import { orderIdField } from '@perkex/contract/fields.js';
import type { preValidationHookHandler } from 'fastify';
import * as z from 'zod/mini';
import { sendProblem } from '../http/problems.js';

/** A structured string (RFC 8941), as draft-ietf-httpapi-idempotency-key-header has it, or the bare id. */
const QUOTED = /^"(.*)"$/;

/**
 * Takes the id of a program's order from its Idempotency-Key, in place of the `id` of the body: a UUID, with or without
 * quotes. With both, they must be the same. Requests of pages have their id in the body.
 */
export const takeIdempotencyKey: preValidationHookHandler = ({ headers, body, programKey }, reply, done) => {
  const given = headers['idempotency-key'];
  if (programKey === null || given === undefined || typeof body !== 'object' || body === null) {
    done();
    return;
  }
  const text = String(given).trim();
  const { data: id } = z.safeParse(orderIdField, QUOTED.exec(text)?.[1] ?? text);
  const own = 'id' in body ? z.safeParse(orderIdField, body.id).data : id;
  if (id === undefined || own !== id) {
    const detail =
      id === undefined ? 'Idempotency-Key must be a UUID.' : 'Idempotency-Key and id must be the same.';
    sendProblem(reply, { refused: 'invalid-body', detail });
    return;
  }
  Object.assign(body, { id });
  done();
};

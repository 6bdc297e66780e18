import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { answerCall } from '../http/calls.js';
import { hourlyLimits } from '../http/limit-users.js';
import type { RightToOrder } from '../http/session.js';
import { whileSignedIn } from '../http/while-signed-in.js';
import type { Identity } from '../users/identity.js';
import { readOwnVacation } from './vacation-rows.js';
import type { Vacations } from './vacations.js';

const ACTS_PER_HOUR = 60;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn'>;
  readonly vacations: Vacations;
  readonly rightToOrder: RightToOrder;
  readonly rateLimits: boolean;
}

/** GET and POST /vacation (orders-beyond, "Vacation"). Registered behind the session. */
export function vacationsRoutes(
  app: FastifyInstance,
  { pool, identity, vacations, rightToOrder, rateLimits }: Options,
): void {
  const limitPerHour = hourlyLimits(rateLimits);
  answerCall(app, 'vacation', (_parts, { userId }) => readOwnVacation(pool, userId));
  answerCall(
    app,
    'takeVacation',
    async ({ body: { act } }, request) => {
      const refused = act === 'end' ? await rightToOrder(request) : null;
      if (refused) {
        return { refused };
      }
      const { userId } = request;
      const ended = await whileSignedIn(pool, identity, request, (tx) => vacations.take(tx, userId, act));
      return ended ?? readOwnVacation(pool, userId);
    },
    limitPerHour('vacations', ACTS_PER_HOUR),
  );
}

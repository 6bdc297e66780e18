import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitedAddress } from './client-address.js';
import { ClientSlots, registerSlots, SLOTS_PER_ADDRESS, takeSlots } from './client-slots.js';
import type { FairQueue } from './fair-queue.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a request that makes calls of its own, which take the slots: it would wait for itself. */
    readonly hasSlotsOfItsCalls?: boolean;
  }
}

const addressOf = ({ ip }: FastifyRequest) => limitedAddress(ip);

function isSharedRead({ method, routeOptions }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !routeOptions.config?.isApart;
}

/** Makes each request wait for a slot of its address, and shared reads for one of the fair queue. */
export function takeSlotsPerAddress(app: FastifyInstance, rounds: FairQueue): void {
  registerSlots(app);
  const visitorOf = (request: FastifyRequest) =>
    request.routeOptions.config?.hasSlotsOfItsCalls ? null : addressOf(request);
  app.addHook('preValidation', takeSlots(new ClientSlots(SLOTS_PER_ADDRESS), visitorOf));
  // Orders wait in the queue and sign-ins at the password semaphore. A cached response takes a slot only while it is
  // recomputed.
  const readerOf = (request: FastifyRequest) => (isSharedRead(request) ? addressOf(request) : null);
  app.addHook('preValidation', takeSlots(rounds, readerOf));
}

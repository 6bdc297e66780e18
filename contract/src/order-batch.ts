import * as z from 'zod/mini';
import { uidField } from './fields.js';
import {
  anySizeBidBodySchema,
  askBodySchema,
  cancellationBodySchema,
  orderBodySchema,
  orderChangeFieldsSchema,
  restingOrderBodySchema,
  saysAChange,
  sellBodySchema,
} from './orders.js';

/** The maximum number of commands in a batch. */
export const MAX_COMMANDS_IN_BATCH = 500;
/** Each started group of this many commands counts as one request. */
const COMMANDS_PER_REQUEST = 10;

/** The user of the batch owns its orders. A command may repeat the `uid`. */
const own = { uid: z.optional(uidField) };

/** A command: the body of a single call, and the name of that call. */
export const orderCommandSchema = z.discriminatedUnion(
  'call',
  [
    z.extend(askBodySchema, { ...own, call: z.literal('ask') }),
    z.extend(restingOrderBodySchema, { ...own, call: z.literal('bid') }),
    z.extend(anySizeBidBodySchema, { ...own, call: z.literal('bidAnySize') }),
    z.extend(sellBodySchema, { ...own, call: z.literal('sell') }),
    z.extend(orderBodySchema, { ...own, call: z.literal('buy') }),
    z.extend(orderChangeFieldsSchema, { ...own, call: z.literal('changeOrder') }).check(saysAChange),
    z.extend(cancellationBodySchema, { ...own, call: z.literal('deleteAsk') }),
    z.extend(cancellationBodySchema, { ...own, call: z.literal('deleteBid') }),
  ],
  'must be ask, bid, bidAnySize, sell, buy, changeOrder, deleteAsk or deleteBid',
);

export type OrderCommandBody = z.infer<typeof orderCommandSchema>;

/** A command that does not match its schema, with the issues. It is refused without the others. */
export interface InvalidCommand {
  readonly call: 'invalid';
  readonly issues: readonly z.core.$ZodIssue[];
}

const commandField = z
  .catch(orderCommandSchema, ({ error }) => {
    const invalid: InvalidCommand = { call: 'invalid', issues: error.issues };
    return invalid as never;
  })
  // It is documented as a command; what replaces an invalid one is not for clients.
  .register(z.globalRegistry, { default: undefined });

/** Up to 500 commands of one user (orders-beyond, "Programs"). Each is judged as the single call would. */
export const orderBatchBodySchema = z.strictObject({
  uid: uidField,
  commands: z
    .array(commandField, 'must be a list')
    .check(
      z.minLength(1, 'must have at least one command'),
      z.maxLength(MAX_COMMANDS_IN_BATCH, `must have at most ${MAX_COMMANDS_IN_BATCH} commands`),
    ),
});

/** The answer to one command: the sentence or the problem of the single call. */
const commandAnswerSchema = z.union([
  z.object({ answer: z.string() }),
  z.object({ problem: z.object({ status: z.int(), code: z.string(), detail: z.string() }) }),
]);

export type CommandAnswer = z.infer<typeof commandAnswerSchema>;

/** One answer per command, in order. */
export const orderBatchSchema = z.object({ answers: z.array(commandAnswerSchema) });

/** The number of requests that a batch counts as. */
export function requestsOfBatch(commands: number): number {
  return Math.max(1, Math.ceil(commands / COMMANDS_PER_REQUEST));
}

import * as z from 'zod/mini';
import { EVENT_KINDS } from './event-kinds.js';
import { line, uidField } from './fields.js';
import { cancellationBodySchema } from './orders.js';

export const MAX_WEBHOOKS = 10;
const MAX_WEBHOOK_URL = 2_000;
/** How long the former secret also signs, once there is a new one. */
export const FORMER_SECRET_HOURS = 24;
export const DELIVERIES_PAGE = 50;
/** The most events that one replay sends. */
const MAX_REPLAYED = 1_000;
/** The deliveries of this many of the newest events are listed. */
export const DELIVERIES_KEPT = 10_000;

const URL_RULE = 'must be an https:// address without a login and without #';

/** Where the events are sent. */
const webhookUrlField = line(MAX_WEBHOOK_URL, URL_RULE).check(z.refine(isReceiverUrl, URL_RULE));

const RECEIVER = /^https:\/\/[^/?#@\\]+([/?][^#]*)?$/i;

function isReceiverUrl(text: string): boolean {
  return RECEIVER.test(text) && z.safeParse(z.url(), text).success;
}

const webhookTerms = {
  url: webhookUrlField,
  kinds: z.array(z.enum(EVENT_KINDS, `must be among ${EVENT_KINDS.join(', ')}`)).check(
    z.minLength(1, 'must name at least one kind'),
    z.maxLength(EVENT_KINDS.length, 'must name each kind once'),
    z.refine((kinds) => new Set(kinds).size === kinds.length, 'must name each kind once'),
  ),
};

const webhookField = z.guid('must be a UUID').check(z.toLowerCase());
const numberField = z.int('must be the number of an event').check(z.minimum(1, 'must be at least 1'));

export const makeWebhookBodySchema = z.strictObject({ uid: uidField, ...webhookTerms });
export type WebhookTerms = Omit<z.infer<typeof makeWebhookBodySchema>, 'uid'>;
export const changeWebhookBodySchema = z.strictObject({
  uid: uidField,
  webhook: webhookField,
  ...webhookTerms,
});
/** For a new secret, and to delete a webhook. */
export const webhookBodySchema = z.strictObject({ uid: uidField, webhook: webhookField });
export const switchWebhookBodySchema = z.strictObject({
  uid: uidField,
  webhook: webhookField,
  isOn: z.boolean('must be true or false'),
});

/** The first and the last number. */
export const replayBodySchema = z
  .strictObject({ uid: uidField, webhook: webhookField, from: numberField, to: numberField })
  .check(
    z.refine(({ from, to }) => from <= to && to - from < MAX_REPLAYED, {
      error: `must be at most ${MAX_REPLAYED} events, the first number before the last`,
      path: ['to'],
    }),
  );

/**
 * Why a webhook is off: its owner turned it off; ten attempts of an event failed; its receiver answered 410; its secret
 * cannot be read, because the server's own secret is another one.
 */
export const OFF_REASONS = ['owner', 'failing', 'gone', 'secret'] as const;

/** Why and when a webhook was turned off. */
export const webhookOffSchema = z.object({ reason: z.enum(OFF_REASONS), at: z.string() });

/** A webhook of the user. Its secret is shown once. */
export const webhookSchema = z.object({
  webhook: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(EVENT_KINDS)),
  madeAt: z.string(),
  /** Until when the former secret also signs; null without one. */
  formerSecretUntil: z.nullable(z.string()),
  /** Null while it is on. */
  off: z.nullable(webhookOffSchema),
  /** The number of events that wait for their next attempt. */
  waiting: z.int(),
});
export type OwnWebhook = z.infer<typeof webhookSchema>;

/** The newest first. */
export const webhooksSchema = z.object({ webhooks: z.array(webhookSchema) });

/** `secret` is stored encrypted, and never shown again. */
export const madeWebhookSchema = z.object({ secret: z.string(), webhook: webhookSchema });

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One event for one webhook. */
export const deliverySchema = z.object({
  /** The event's, as the drop copy has it. */
  number: z.int(),
  kind: z.enum(EVENT_KINDS),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  /** When the last attempt began; null before the first. */
  attemptedAt: z.nullable(z.string()),
  /** When the next attempt is due; null unless it waits. */
  nextAt: z.nullable(z.string()),
  /** The status code of the last answer; null if there was none. */
  answerStatus: z.nullable(z.int()),
  /** The beginning of its body, or why there was no answer; null before the first attempt. */
  answer: z.nullable(z.string()),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const webhookParamsSchema = z.object({ webhook: webhookField });

const NUMBER = /^[1-9]\d{0,14}$/;

/** `before` is the number of the last delivery that was read. */
export const deliveriesQuerySchema = z.object({
  before: z.optional(z.string().check(z.regex(NUMBER, 'must be the number of an event'))),
  status: z.optional(z.enum(DELIVERY_STATUSES, `must be ${DELIVERY_STATUSES.join(', ')}`)),
});

/** The highest number first; `next` is the following page's `before`, null at the end. */
export const deliveriesSchema = z.object({
  webhook: webhookSchema,
  deliveries: z.array(deliverySchema),
  next: z.nullable(z.int()),
});

export type Deliveries = z.infer<typeof deliveriesSchema>;

/** The number of events that are sent again. */
export const replayedSchema = z.object({ events: z.int() });

/** The type of the message by which a receiver removes an ask whose pair was sold elsewhere. */
export const SOLD_ELSEWHERE = 'pair.sold';

/** A message to the market. Those of other types are ignored. */
export const receivedMessageSchema = z.object({ type: z.string('must be a text') });

/** `id` is that of the ask, and `productId` its product's. */
export const soldElsewhereSchema = z.object({
  data: z.object(
    { id: cancellationBodySchema.shape.id, productId: cancellationBodySchema.shape.productId },
    'must be an object with the id of an ask',
  ),
});

/** The webhooks and their deliveries, for the user's export. */
export const exportedWebhookSchema = z.object({
  ...webhookSchema.shape,
  deliveries: z.array(deliverySchema),
});

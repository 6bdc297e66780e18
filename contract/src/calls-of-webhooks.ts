import { sentenceSchema } from './sentence.js';
import {
  changeWebhookBodySchema,
  deliveriesQuerySchema,
  deliveriesSchema,
  madeWebhookSchema,
  makeWebhookBodySchema,
  replayBodySchema,
  replayedSchema,
  switchWebhookBodySchema,
  webhookBodySchema,
  webhookParamsSchema,
  webhooksSchema,
} from './webhooks.js';

/** The calls for webhooks, as parts of `CALLS`. No key can make them. */
export const CALLS_OF_WEBHOOKS = {
  webhooks: {
    tag: 'webhooks',
    summary: 'The webhooks of the session’s user',
    answers: 'The webhooks, newest first, without their secrets',
    answer: webhooksSchema,
    problems: [],
  },
  makeWebhook: {
    tag: 'webhooks',
    summary:
      'Make a webhook, after a recent proof by the password or a second factor. It begins with the next event',
    answers: 'The webhook and its secret, which is shown only here',
    body: makeWebhookBodySchema,
    answer: madeWebhookSchema,
    problems: ['proof-needed', 'email-unproved', 'too-many-webhooks', 'webhooks-off'],
  },
  changeWebhook: {
    tag: 'webhooks',
    summary: 'Change the address and the kinds of events of a webhook',
    body: changeWebhookBodySchema,
    answer: sentenceSchema,
    problems: ['proof-needed', 'unknown-webhook'],
  },
  renewWebhookSecret: {
    tag: 'webhooks',
    summary:
      'Make a new secret of a webhook. The former one also signs for 24 hours; an earlier one ends at once',
    answers: 'The webhook and its new secret, which is shown only here',
    body: webhookBodySchema,
    answer: madeWebhookSchema,
    problems: ['proof-needed', 'unknown-webhook', 'webhooks-off'],
  },
  switchWebhook: {
    tag: 'webhooks',
    summary:
      'Turn a webhook off or on. Turned on, it sends the events of the meantime, as long as they are stored',
    body: switchWebhookBodySchema,
    answer: sentenceSchema,
    problems: ['proof-needed', 'unknown-webhook'],
  },
  deleteWebhook: {
    tag: 'webhooks',
    summary: 'Delete a webhook and its deliveries. Idempotent',
    body: webhookBodySchema,
    answer: sentenceSchema,
    problems: ['proof-needed'],
  },
  deliveries: {
    tag: 'webhooks',
    summary: 'The deliveries of a webhook, of the newest events first',
    answers: 'The webhook, and a page of its deliveries with their attempts and last answers',
    params: webhookParamsSchema,
    query: deliveriesQuerySchema,
    answer: deliveriesSchema,
    problems: ['unknown-webhook'],
  },
  replayEvents: {
    tag: 'webhooks',
    summary: 'Send events again, from one number to another, with the ids that they had',
    answers:
      'The number of events that are sent. Those whose attempt is under way, and those of other kinds, are not counted',
    body: replayBodySchema,
    answer: replayedSchema,
    problems: ['unknown-webhook', 'webhook-off', 'webhook-behind', 'events-gone'],
  },
} as const;

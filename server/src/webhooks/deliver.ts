import {
  MAX_ATTEMPTS,
  MAX_RETRY_AFTER_SECONDS,
  pauseAfterAttempt,
  retryAfterSecondsOf,
} from '@perkex/core/webhooks/retries.js';
import type { Clock } from '../clock/clock.js';
import { userEventOf } from '../drop-copy/read-user-events.js';
import { FetchError } from '../outbound/fetch-public.js';
import type { Answer, PublicReceiver } from '../outbound/public-receiver.js';
import type { ClaimedDelivery, Outcome } from './claim-deliveries.js';
import { signatureOf } from './webhook-secret.js';

const ATTEMPT_MS = 15_000;
const MAX_ANSWER_BYTES = 16_384;
/** The characters of an answer that its user sees. */
const MAX_ANSWER_TEXT = 500;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** The secrets that sign: the current one first. */
export interface Secrets {
  readonly current: string;
  readonly former: { readonly text: string; readonly untilMs: number } | null;
}

interface Delivering {
  readonly webhookId: string;
  readonly receiver: PublicReceiver;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly random: () => number;
  readonly stop: AbortSignal;
}

/** The end of an attempt, and what it means for the webhook. */
export interface Delivered {
  readonly outcome: Outcome;
  /** True if the receiver answered 410: it wants no more events. */
  readonly isGone: boolean;
  /** The pause that the receiver asked for; 0 for none. */
  readonly pauseSeconds: number;
}

/**
 * Sends one event by the specification of Standard Webhooks. Its id is that of all attempts.
 * @throws if `stop` ends it
 */
export async function deliver(delivery: ClaimedDelivery, delivering: Delivering): Promise<Delivered> {
  const { receiver, clock, random, stop } = delivering;
  const { number, attempts, formerAttempts } = delivery;
  const answer = await answerOf(() => {
    const body = bodyOf(delivery);
    return receiver.post(
      body,
      {
        'content-type': 'application/json',
        'user-agent': 'PerkeX-Webhooks',
        ...headersOf(body, delivery, delivering),
      },
      { timeMs: ATTEMPT_MS, bytes: MAX_ANSWER_BYTES },
      stop,
    );
  });
  const { status: answerStatus, beginning } = answer;
  const shown = { number, attempts, answerStatus, answer: shownText(beginning) };
  if (answerStatus !== null && answerStatus >= 200 && answerStatus < 300) {
    return { outcome: { ...shown, status: 'delivered', pauseSeconds: null }, isGone: false, pauseSeconds: 0 };
  }
  const isGone = answerStatus === 410;
  const asked = retryAfterSecondsOf(answer.retryAfter, clock.wallMs());
  const pauseSeconds = isGone ? null : pauseAfterAttempt(attempts - formerAttempts, random(), asked);
  return {
    outcome: { ...shown, status: pauseSeconds === null ? 'failed' : 'waiting', pauseSeconds },
    isGone,
    pauseSeconds: Math.min(asked ?? 0, MAX_RETRY_AFTER_SECONDS),
  };
}

/** True if this attempt was the last one. */
export function isLastAttempt({ attempts, formerAttempts }: ClaimedDelivery): boolean {
  return attempts - formerAttempts >= MAX_ATTEMPTS;
}

async function answerOf(
  post: () => Promise<Answer>,
): Promise<Pick<Answer, 'retryAfter' | 'beginning'> & { readonly status: number | null }> {
  try {
    return await post();
  } catch (error) {
    if (error instanceof FetchError) {
      return { status: null, retryAfter: null, beginning: error.message };
    }
    throw error;
  }
}

function bodyOf(delivery: ClaimedDelivery): string {
  const { kind, happenedAt } = delivery;
  return JSON.stringify({ type: kind, timestamp: happenedAt.toISOString(), data: userEventOf(delivery) });
}

function headersOf(
  body: string,
  delivery: ClaimedDelivery,
  { webhookId, secrets: { current, former }, clock }: Delivering,
): Record<string, string> {
  const nowMs = clock.wallMs();
  const timestamp = Math.floor(nowMs / 1_000);
  const message = { id: messageIdOf(webhookId, delivery), timestamp, body };
  const signing = former !== null && nowMs < former.untilMs ? [current, former.text] : [current];
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signing.map((secret) => signatureOf(secret, message)).join(' '),
  };
}

/**
 * The id of an event for a webhook: the same in every attempt and replay, and of no other message. After a restore,
 * numbers are given again, at another time.
 */
function messageIdOf(
  webhookId: string,
  { number, savedAt }: Pick<ClaimedDelivery, 'number' | 'savedAt'>,
): string {
  return `msg_${webhookId.replaceAll('-', '')}_${number}_${savedAt.getTime()}`;
}

/** Text that a database and a screen can hold. */
function shownText(text: string): string {
  return text.toWellFormed().replaceAll(CONTROL_CHARACTERS, '').slice(0, MAX_ANSWER_TEXT).toWellFormed();
}

import type { Refusal } from '../../../http/problems.js';
import { SmsError } from '../../../sms/sms-sender.js';
import { type Asked, refuseTooMany } from '../base/answering.js';
import type { IdentityContext } from '../base/context.js';
import {
  type AttemptLimit,
  DAY_SECONDS,
  HOUR_SECONDS,
  QUARTER_SECONDS,
  takeAll,
} from '../limits/attempt-limits.js';
import { type CodeMessage, PHONE_CODE_MINUTES } from './phones.js';

/** Sends codes to phones within limits that protect their owners from floods. */
export type CodeMessages = ReturnType<typeof codeMessages>;

export function codeMessages({ smsSender, limit, log }: IdentityContext) {
  const userLimits = [
    limit('messages of a user, 15 minutes', 6, QUARTER_SECONDS),
    limit('messages of a user, day', 20, DAY_SECONDS),
  ];
  const addressLimits = [
    limit('messages of an address, 15 minutes', 12, QUARTER_SECONDS),
    limit('messages of an address, day', 40, DAY_SECONDS),
  ];
  // Accounts and addresses are cheap, messages are not, so all setups together are limited.
  const setupLimits = [limit('messages of all setups', 200, HOUR_SECONDS)];
  // For setups only: a sign-in must not wait because strangers have claimed the owner's number.
  const numberLimits = [
    limit('messages of a number, 15 minutes', 3, QUARTER_SECONDS),
    limit('messages of a number, day', 6, DAY_SECONDS),
  ];

  return {
    /** A refusal when this user's phone has had enough messages. Callers have already checked the password. */
    refuseSignIn: (userId: string) => taken(userLimits, userId),
    /** The same for an open session, counted apart: a thief with a stolen one must not block the owner's sign-in. */
    refuseProof: (userId: string) => taken(userLimits, `proof ${userId}`),
    /** A refusal when this user, address or number has had enough: the owner of the number is not verified yet. */
    refuseSetup: async ({ address }: Asked, userId: string, number: string) =>
      (await taken(userLimits, `setup ${userId}`)) ??
      (await taken(addressLimits, address)) ??
      (await taken(numberLimits, number)) ??
      (await taken(setupLimits, 'all')),
    /** @returns success, or a refusal when the message could not be sent */
    async send(
      { request }: Asked,
      { number, code }: CodeMessage,
    ): Promise<{ status: true } | Refusal<'SMS_FAILED'>> {
      const text = `Your PerkeX code is ${code}. It works for ${PHONE_CODE_MINUTES} minutes.`;
      try {
        await smsSender.send({ to: number, text });
        return { status: true };
      } catch (error) {
        if (!(error instanceof SmsError)) {
          throw error;
        }
        log.error({ requestId: request.id, err: error }, 'identity: a text message was not sent');
        return { refused: 'SMS_FAILED' };
      }
    },
  };
}

/** Counts in all limits, up to the first that is reached. */
async function taken(
  limits: readonly AttemptLimit[],
  key: string,
): Promise<Refusal<'TOO_MANY_REQUESTS'> | null> {
  const waitSeconds = await takeAll(limits.map((limit) => [limit, key]));
  return waitSeconds === null ? null : refuseTooMany(waitSeconds, 'codes were sent');
}

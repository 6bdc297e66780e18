import type { SmsGateway } from './sms-gateway.js';
import { SmsError, type SmsSender } from './sms-sender.js';

const TIME_LIMIT_MS = 10_000;

/**
 * Hands messages over by HTTP in the shape that Twilio's API has, and others took over: a form with `To`, `From` and
 * `Body`, and the account by Basic authentication.
 * @param timeLimitMs how long a message may take
 */
export function gatewaySmsSender(gateway: SmsGateway, timeLimitMs = TIME_LIMIT_MS): SmsSender {
  const login = Buffer.from(`${gateway.account}:${gateway.token}`).toString('base64');
  return {
    async send({ to, text }) {
      const response = await answerOf(
        fetch(gateway.url, {
          method: 'POST',
          headers: { authorization: `Basic ${login}`, accept: 'application/json' },
          body: new URLSearchParams({ To: to, From: gateway.from, Body: text }),
          // Where it leads would get the number and the code, from whoever can answer for the gateway.
          redirect: 'manual',
          signal: AbortSignal.timeout(timeLimitMs),
        }),
      );
      await response.body?.cancel();
      if (!response.ok) {
        throw new SmsError(`The SMS gateway did not take a message: it answered ${response.status}.`);
      }
    },
  };
}

/** What a failed fetch says may repeat the address; only its code is kept. */
async function answerOf(fetching: Promise<Response>): Promise<Response> {
  try {
    return await fetching;
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: unknown } };
    const reason = typeof cause?.code === 'string' ? cause.code : name;
    throw new SmsError(`The SMS gateway did not answer: ${reason}.`);
  }
}

import type { SmsGateway } from './sms-gateway.js';
import { SmsError, type SmsSender } from './sms-sender.js';

const TIME_LIMIT_MS = 10_000;

/**
 * Sends messages over HTTP in the format of Twilio's API, which others have adopted: a form with `To`, `From` and
 * `Body`, and Basic authentication.
 * @param timeLimitMs the time limit for each message
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
          // A redirect could send the number and the code to another host.
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

/** Keeps only the code of a failed fetch, because its message may contain the gateway's address. */
async function answerOf(fetching: Promise<Response>): Promise<Response> {
  try {
    return await fetching;
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: unknown } };
    const reason = typeof cause?.code === 'string' ? cause.code : name;
    throw new SmsError(`The SMS gateway did not answer: ${reason}.`);
  }
}

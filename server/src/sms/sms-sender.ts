/** One text message to one phone. */
export interface Sms {
  /** In E.164: `+15550100`. */
  readonly to: string;
  readonly text: string;
}

/** The port to whoever delivers text messages. */
export interface SmsSender {
  /** Rejects with SmsError when the message cannot be handed over, within ten seconds. */
  send(sms: Sms): Promise<void>;
}

/** A message that could not be handed over. What it says of it never holds the number or the text: it goes to the log. */
export class SmsError extends Error {
  override readonly name = 'SmsError';
}

/** One text message to one phone. */
export interface Sms {
  /** In E.164: `+15550100`. */
  readonly to: string;
  readonly text: string;
}

/** The port to a service that delivers text messages. */
export interface SmsSender {
  /** Rejects with SmsError within ten seconds if the message cannot be delivered to the service. */
  send(sms: Sms): Promise<void>;
}

/** A message was not delivered to the service. The error goes to the log, so it contains neither number nor text. */
export class SmsError extends Error {
  override readonly name = 'SmsError';
}

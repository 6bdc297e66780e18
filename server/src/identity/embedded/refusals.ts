/** What a reader of fields says of a body that makes no sense, in the shape of the service's answers. */
export interface Refused {
  readonly refusal: { readonly code: string; readonly message: string };
}

export const INVALID_EMAIL: Refused = {
  refusal: { code: 'INVALID_EMAIL', message: 'Invalid email' },
};

export function refuseField(field: string): Refused {
  return { refusal: { code: 'VALIDATION_ERROR', message: `[body.${field}] Invalid input` } };
}

/** Such a refusal as an answer. */
export function answerOf({ refusal: { code, message } }: Refused): Response {
  return refuse(400, code, message);
}

/** A refusal: a stable code, and a sentence for people. */
export function refuse(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ code, message }, { status, headers });
}

/** @param what there were too many of */
export function refuseTooMany(waitSeconds: number, what = 'attempts'): Response {
  const message = `Too many ${what}. Please try again in ${inWords(waitSeconds)}.`;
  return refuse(429, 'TOO_MANY_REQUESTS', message, { 'retry-after': String(waitSeconds) });
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

/** The answer with more cookies. */
export function withCookies(answer: Response, ...cookies: readonly string[]): Response {
  const headers = new Headers(answer.headers);
  for (const cookie of cookies) {
    headers.append('set-cookie', cookie);
  }
  return new Response(answer.body, { status: answer.status, headers });
}

/** A refusal in the shape of better-auth's own answers. */
export function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}

export const NOT_SIGNED_IN = () => refuse(401, 'NOT_SIGNED_IN', 'Please log in.');

export const WRONG_CODE = () => refuse(400, 'INVALID_CODE', 'This code is not right. Please try again.');

export const NOTHING_TO_CONFIRM = () =>
  refuse(409, 'NOT_STARTED', 'This took too long or had too many wrong codes. Please begin again.');

export const SIGN_IN_OVER = () =>
  refuse(401, 'SIGN_IN_OVER', 'This login took too long or had too many wrong codes. Please log in again.');

export function tooMany(
  waitSeconds: number,
  message = 'Too many requests. Please try again later.',
): Response {
  return Response.json(
    { code: 'TOO_MANY_REQUESTS', message },
    { status: 429, headers: { 'x-retry-after': String(waitSeconds) } },
  );
}

/** The answer with more cookies. */
export function withCookies(answer: Response, cookies: readonly string[]): Response {
  const headers = new Headers(answer.headers);
  for (const cookie of cookies) {
    headers.append('set-cookie', cookie);
  }
  return new Response(answer.body, { status: answer.status, headers });
}

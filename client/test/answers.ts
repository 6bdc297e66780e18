import type { ProblemCode } from '../src/generated/calls.js';

/** A refusal of a PerkeX server. */
export function problemAnswer(
  status: number,
  code: ProblemCode,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const problem = {
    type: `https://market.example/problems/${code}`,
    title: code,
    status,
    code,
    detail: code,
  };
  return new Response(JSON.stringify(problem), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}

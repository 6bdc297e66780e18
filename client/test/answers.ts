import type { ProblemCode } from '../src/generated/calls.js';
import { Perkex } from '../src/perkex.js';

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

/** A client whose streams are answered one after another. When there is no further answer, the signal is aborted. */
export function streamClient(answers: readonly (() => Response)[]) {
  const abort = new AbortController();
  const urls: string[] = [];
  /** The `Last-Event-ID` of each request. */
  const positions: (string | null)[] = [];
  const waits: number[] = [];
  const client = new Perkex({
    url: 'http://market.example',
    random: () => 1,
    wait: async (ms) => void waits.push(ms),
    fetch: async (url, init) => {
      const answer = answers[urls.length];
      urls.push(String(url));
      positions.push(new Headers(init?.headers).get('last-event-id'));
      if (!answer) {
        abort.abort();
        throw new TypeError('fetch failed');
      }
      return answer();
    },
  });
  return { client, urls, positions, waits, signal: abort.signal };
}

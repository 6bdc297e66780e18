import type { Person } from './person.js';

/** A response of a call; `lost` if the connection breaks, `late` if nothing arrives. */
export type PageAnswer = { readonly status?: number; readonly json: unknown } | 'lost' | 'late';

/** The pattern of an address, and the answer to it. */
type StoredAnswer = readonly [pattern: string, answer: PageAnswer];

const KEY = 'answers-of-screen';

/**
 * Answers the calls to an address within the page, in place of the server, at once and when the page is loaded again.
 * Playwright's `route` would make WebKitGTK hang as soon as a page aborts a request, of whatever address.
 * @param pattern matches path and query
 */
export async function answersCalls({ page }: Person, pattern: RegExp, answer: PageAnswer): Promise<void> {
  await page.addInitScript(answerInPage, KEY);
  await page.evaluate(answerInPage, KEY);
  await page.evaluate(
    ([key, stored]) => {
      const others = JSON.parse(sessionStorage.getItem(key) ?? '[]') as StoredAnswer[];
      sessionStorage.setItem(key, JSON.stringify([...others, stored]));
    },
    [KEY, [pattern.source, answer] as StoredAnswer] as const,
  );
}

/** Runs in the page, once per document. The next person in the tab begins without answers: `addStart`. */
function answerInPage(key: string): void {
  const { fetch } = window;
  if (fetch.name === 'fetchOrAnswer') {
    return;
  }
  window.fetch = async function fetchOrAnswer(target: RequestInfo | URL, init?: RequestInit) {
    const { pathname, search } = new URL(target instanceof Request ? target.url : target, location.href);
    const answers = JSON.parse(sessionStorage.getItem(key) ?? '[]') as StoredAnswer[];
    const answer = answers.find(([pattern]) => new RegExp(pattern).test(pathname + search))?.[1];
    if (answer === undefined) {
      return fetch(target, init);
    }
    if (answer === 'lost') {
      throw new TypeError('Failed to fetch');
    }
    if (answer === 'late') {
      return new Promise((_answered, fail) =>
        init?.signal?.addEventListener('abort', () => fail(init.signal?.reason)),
      );
    }
    return Response.json(answer.json, { status: answer.status ?? 200 });
  };
}

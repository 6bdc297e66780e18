import type { CDPSession, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** A request that the browser is about to send. */
export interface Caught {
  /** Lets the server handle the request, and holds its answer. */
  handle(): Promise<void>;
  /** Lets the server handle a copy of the request. */
  copy(): Promise<void>;
  /** Gives the page the held answer. */
  answer(): Promise<void>;
  /** Drops the request, or the held answer. */
  drop(): Promise<void>;
  /** Gives the page another answer than the server's. A request that it has aborted gets none. */
  replace(answer: { status: number; contentType: string; body: string }): Promise<void>;
}

type Catch = (address: URL) => ((caught: Caught) => Promise<void>) | null;

/** A request that waits for the test, before it is sent or with its answer. */
interface PausedRequest {
  readonly requestId: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly postData?: string;
  };
}

/** The messages about a request that the page no longer waits for. `isClosed` may still be false then. */
const ABORTED = /Invalid InterceptionId|page, context or browser has been closed/;

const catchesByPage = new WeakMap<Page, Promise<Set<Catch>>>();

/**
 * Intercepts calls of a page until the end of the test. Playwright's routes would also turn off the browser's cache, so
 * that each page load fetches and compiles all code.
 * @param take returns what to do with a call to an address, or null to let it pass
 */
export async function catchRequests(page: Page, take: Catch): Promise<void> {
  const catching = catchesByPage.get(page) ?? startCatching(page);
  catchesByPage.set(page, catching);
  const catches = await catching;
  catches.add(take);
  onTestFinished(() => {
    catches.delete(take);
  });
}

/** Never turned off: a request that is sent in that moment may get no answer. */
async function startCatching(page: Page): Promise<Set<Catch>> {
  const session = await page.context().newCDPSession(page);
  const catches = new Set<Catch>();
  const answers = new Map<string, () => void>();
  session.on('Fetch.requestPaused', async (paused) => {
    const { requestId, request } = paused;
    const onAnswer = answers.get(requestId);
    if (onAnswer) {
      answers.delete(requestId);
      onAnswer();
      return;
    }
    const address = new URL(request.url);
    for (const take of catches) {
      const meet = take(address);
      if (meet) {
        await meet(caughtRequest(page, session, paused, answers));
        return;
      }
    }
    await session.send('Fetch.continueRequest', { requestId }).catch(ignoreAborted);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
  return catches;
}

/** @param answers notified when the answer to a request has arrived, by its id */
function caughtRequest(
  page: Page,
  session: CDPSession,
  { requestId, request }: PausedRequest,
  answers: Map<string, () => void>,
): Caught {
  return {
    async handle() {
      const answered = new Promise<void>((done) => answers.set(requestId, done));
      await session.send('Fetch.continueRequest', { requestId, interceptResponse: true });
      await answered;
    },
    async copy() {
      const { url, method, headers, postData } = request;
      const { origin } = new URL(url);
      await page
        .context()
        .request.fetch(url, { method, headers: { origin, ...headers }, data: postData ?? '' });
    },
    async answer() {
      await session.send('Fetch.continueResponse', { requestId });
    },
    async drop() {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
    },
    async replace({ status, contentType, body }) {
      const response = {
        responseCode: status,
        responseHeaders: [{ name: 'content-type', value: contentType }],
        body: Buffer.from(body).toString('base64'),
      };
      await session.send('Fetch.fulfillRequest', { requestId, ...response }).catch(ignoreAborted);
    },
  };
}

/** The page may abort a request at any moment, for example when it is left or closed. */
function ignoreAborted(error: Error): void {
  if (!ABORTED.test(error.message)) {
    throw error;
  }
}

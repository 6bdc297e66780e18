import type { Page, Route } from 'playwright-core';

/** Requests that the network holds until the test releases them. */
export interface Held {
  /** The number of requests held so far. */
  readonly count: number;
  /** Waits until this many requests have been held in all. */
  arrive(count?: number): Promise<void>;
  /** Releases the oldest held request, or the newest, until it completes. Does nothing if the page has aborted it. */
  letGo(which?: 'oldest' | 'newest'): Promise<void>;
  /** Releases all, and holds no more. */
  end(): Promise<void>;
}

/**
 * Fails the requests to some URLs, with a status or else by a broken connection.
 * @returns ends the failures. The route stays, because a request that is sent while a page's last route is removed may
 * get no answer.
 */
export async function failRequests(page: Page, url: string | RegExp, status?: number): Promise<() => void> {
  let isOver = false;
  await page.route(url, (route) => {
    if (isOver) {
      return route.fallback();
    }
    return status === undefined ? route.abort() : route.fulfill({ status, body: '' });
  });
  return () => {
    isOver = true;
  };
}

/**
 * Holds the requests to a path of the server.
 * @param where 'request': before the server gets it; 'answer': the server has handled it, and the answer is held
 */
export async function hold(page: Page, path: string, where: 'request' | 'answer' = 'request'): Promise<Held> {
  const held: (() => Promise<void>)[] = [];
  let count = 0;
  let isOver = false;
  let onArrival = () => {};
  const pattern = `**${path}`;

  async function take(route: Route): Promise<void> {
    if (isOver) {
      return route.fallback();
    }
    const letGo = await passageOf(route, where);
    count += 1;
    held.push(letGo);
    onArrival();
    if (isOver) {
      await letGoAll();
    }
  }

  async function letGoAll(): Promise<void> {
    await Promise.all(held.splice(0).map((letGo) => letGo()));
  }

  await page.route(pattern, take);
  return {
    get count() {
      return count;
    },
    async arrive(wanted = 1) {
      while (count < wanted) {
        await new Promise<void>((arrived) => {
          onArrival = arrived;
        });
      }
    },
    async letGo(which = 'oldest') {
      await (which === 'oldest' ? held.shift() : held.pop())?.();
    },
    async end() {
      // The route stays, because a request that is sent while a page's last route is removed may get no answer.
      isOver = true;
      await letGoAll();
    },
  };
}

async function passageOf(route: Route, where: 'request' | 'answer'): Promise<() => Promise<void>> {
  // A request that the page has aborted, or whose page is closed, needs no answer.
  const ignore = () => {};
  if (where === 'request') {
    // To the test's other routes, and then to the server.
    return () => route.fallback().catch(ignore);
  }
  const response = await route.fetch();
  return () => route.fulfill({ response }).catch(ignore);
}

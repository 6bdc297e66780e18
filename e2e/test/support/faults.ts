import type { Page, Route } from 'playwright-core';

/** A network fault for the requests to one path, active until `end`. */
export interface Fault {
  /** The number of requests that met the fault; those that the server handles have reached it. */
  readonly count: number;
  /** Waits until this many requests have met the fault. */
  arrive(count?: number): Promise<void>;
  /** Ends the fault: held requests continue, and later ones pass. */
  end(): Promise<void>;
}

/**
 * @param path a path of the server, such as `/api/bid`, or a pattern of paths, with any query
 * @param times the number of requests that meet the fault; all until `end` by default
 */
export type MakeFault = (page: Page, path: string | RegExp, times?: number) => Promise<Fault>;

/** The server handles the call, and its answer is held until the end. */
export const delayed: MakeFault = (page, path, times) => {
  const { isOpen, open } = gate();
  const take = async (route: Route) => {
    const response = await route.fetch();
    return async () => {
      await isOpen;
      await route.fulfill({ response });
    };
  };
  return treat(page, path, times, take, open);
};

/** The server never sees the call. */
export const droppedBefore: MakeFault = (page, path, times) =>
  treat(page, path, times, async (route) => () => route.abort());

/** The server handles the call, and its answer is lost. */
export const droppedAfter: MakeFault = (page, path, times) =>
  treat(page, path, times, async (route) => {
    await route.fetch();
    return () => route.abort();
  });

/** The server handles the call, and a proxy answers with its own page. */
export const badGateway: MakeFault = (page, path, times) =>
  treat(page, path, times, async (route) => {
    await route.fetch();
    return () => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' });
  });

/** The server gets the call twice in succession, and the page gets the second answer. */
export const twice: MakeFault = (page, path, times) =>
  treat(page, path, times, async (route) => {
    await route.fetch();
    const response = await route.fetch();
    return () => route.fulfill({ response });
  });

/** The call waits until the next one to the path has its answer, or until the end. */
export const outOfOrder: MakeFault = (page, path, times) => {
  let waiting: ReturnType<typeof gate> | null = null;
  const letGo = () => {
    waiting?.open();
    waiting = null;
  };
  const take = async (route: Route) => {
    if (waiting !== null) {
      const response = await route.fetch();
      return async () => {
        await route.fulfill({ response });
        letGo();
      };
    }
    waiting = gate();
    const { isOpen } = waiting;
    return async () => {
      await isOpen;
      await route.fulfill({ response: await route.fetch() });
    };
  };
  return treat(page, path, times, take, letGo);
};

/** The browser has no network at all, for any path. Requests to the path are counted. */
export const offline: MakeFault = async (page, path, times) => {
  const context = page.context();
  await context.setOffline(true);
  const drop = async (route: Route) => () => route.abort();
  return treat(page, path, times, drop, () => context.setOffline(false));
};

/** A promise that resolves when the gate is opened. */
function gate(): { readonly isOpen: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const isOpen = new Promise<void>((done) => {
    open = done;
  });
  return { isOpen, open };
}

/** @param take hands a request to the server or drops it, and returns the step that gives the page its answer */
async function treat(
  page: Page,
  path: string | RegExp,
  times: number | undefined,
  take: (route: Route) => Promise<() => Promise<void>>,
  onEnd: () => void | Promise<void> = () => {},
): Promise<Fault> {
  const matches = ({ pathname }: URL) => (path instanceof RegExp ? path.test(pathname) : pathname === path);
  let left = times ?? Number.POSITIVE_INFINITY;
  let count = 0;
  let onArrival = () => {};
  const underWay = new Set<Promise<void>>();

  async function meet(route: Route): Promise<void> {
    if (left === 0) {
      return route.fallback();
    }
    left -= 1;
    const answering = answer(route);
    underWay.add(answering);
    await answering;
    underWay.delete(answering);
  }

  async function answer(route: Route): Promise<void> {
    try {
      const giveAnswer = await take(route);
      count += 1;
      onArrival();
      await giveAnswer();
    } catch {
      // A request that the page has aborted, or whose page is closed, needs no answer.
    }
  }

  await page.route(matches, meet);
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
    async end() {
      // The route stays, because a request that is sent while a page's last route is removed may get no answer.
      left = 0;
      await onEnd();
      await Promise.all(underWay);
    },
  };
}

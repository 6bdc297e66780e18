import type { Page } from 'playwright-core';
import { type Caught, catchRequests } from './caught-requests.js';

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
 * @param path a path of the server, such as `/api/bid`, with any query
 * @param times the number of requests that meet the fault; all until `end` by default
 */
export type MakeFault = (page: Page, path: string, times?: number) => Promise<Fault>;

/** The server handles the call, and its answer is held until the end. */
export const delayed: MakeFault = (page, path, times) => {
  const { isOpen, open } = gate();
  const take = async (caught: Caught) => {
    await caught.handle();
    return async () => {
      await isOpen;
      await caught.answer();
    };
  };
  return treat(page, path, times, take, open);
};

/** The server never sees the call. */
export const droppedBefore: MakeFault = (page, path, times) =>
  treat(page, path, times, async (caught) => () => caught.drop());

/** The server handles the call, and its answer is lost. */
export const droppedAfter: MakeFault = (page, path, times) =>
  treat(page, path, times, async (caught) => {
    await caught.handle();
    return () => caught.drop();
  });

/** The server handles the call, and a proxy answers with its own page. */
export const badGateway: MakeFault = (page, path, times) =>
  treat(page, path, times, async (caught) => {
    await caught.handle();
    return () => caught.replace({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' });
  });

/** The server never sees the call, and the page learns that its session has ended. */
export const sessionEnded: MakeFault = (page, path, times) => {
  const problem = { code: 'not-signed-in', status: 401, detail: 'Please log in first.' };
  const answer = { status: 401, contentType: 'application/json', body: JSON.stringify(problem) };
  return treat(page, path, times, async (caught) => () => caught.replace(answer));
};

/** The server gets the call twice in succession, and the page gets the second answer. */
export const twice: MakeFault = (page, path, times) =>
  treat(page, path, times, async (caught) => {
    await caught.copy();
    await caught.handle();
    return () => caught.answer();
  });

/** The call waits until the next one to the path has its answer, or until the end. */
export const outOfOrder: MakeFault = (page, path, times) => {
  let waiting: ReturnType<typeof gate> | null = null;
  const letGo = () => {
    waiting?.open();
    waiting = null;
  };
  const take = async (caught: Caught) => {
    if (waiting !== null) {
      await caught.handle();
      return async () => {
        await caught.answer();
        letGo();
      };
    }
    waiting = gate();
    const { isOpen } = waiting;
    return async () => {
      await isOpen;
      await caught.handle();
      await caught.answer();
    };
  };
  return treat(page, path, times, take, letGo);
};

/** The browser has no network at all, for any path. Requests to the path are counted. */
export const offline: MakeFault = async (page, path, times) => {
  const context = page.context();
  await context.setOffline(true);
  const drop = async (caught: Caught) => () => caught.drop();
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
  path: string,
  times: number | undefined,
  take: (caught: Caught) => Promise<() => Promise<void>>,
  onEnd: () => void | Promise<void> = () => {},
): Promise<Fault> {
  let left = times ?? Number.POSITIVE_INFINITY;
  let count = 0;
  let onArrival = () => {};
  const underWay = new Set<Promise<void>>();

  async function meet(caught: Caught): Promise<void> {
    left -= 1;
    const answering = answer(caught);
    underWay.add(answering);
    await answering;
    underWay.delete(answering);
  }

  async function answer(caught: Caught): Promise<void> {
    try {
      const giveAnswer = await take(caught);
      count += 1;
      onArrival();
      await giveAnswer();
    } catch {
      // A request that the page has aborted, or whose page is closed, needs no answer.
    }
  }

  await catchRequests(page, ({ pathname }) => (left > 0 && pathname === path ? meet : null));
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
      left = 0;
      await onEnd();
      await Promise.all(underWay);
    },
  };
}

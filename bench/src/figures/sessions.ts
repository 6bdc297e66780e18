import { Loader } from '../load/loader.js';
import type { HttpMarket } from '../market/http-market.js';
import { signUp } from '../ready-to-trade.js';
import {
  describeFigure,
  type Figure,
  median,
  milliseconds,
  type Print,
  perSecond,
} from '../report/figure.js';

export interface SessionsSize {
  /** The number of users whose sessions are checked in turns. */
  readonly users: number;
  readonly connections: number;
  /** The duration and the number of measurements, in turns with requests without a session. */
  readonly seconds: number;
  readonly turns: number;
}

const FULL: SessionsSize = { users: 16, connections: 16, seconds: 2, turns: 3 };
const QUICK: SessionsSize = { ...FULL, seconds: 1, turns: 1 };
const SMALL: SessionsSize = { users: 2, connections: 4, seconds: 0.1, turns: 1 };
export const SESSIONS = { FULL, QUICK, SMALL };

const PATH = '/api/auth/get-session';

/**
 * The rate at which the built-in identity service looks up the user of a session, compared with requests without one.
 */
export async function measureSessions(
  { users, connections, seconds, turns }: SessionsSize,
  print: Print,
  openMarket: typeof HttpMarket.open,
): Promise<Figure[]> {
  const market = await openMarket({ products: 1, sizesPerProduct: 1, ordersPerSide: 0, traders: 1 });
  const loader = new Loader();
  try {
    const cookies: string[] = [];
    for (let user = 0; user < users; user += 1) {
      cookies.push((await signUp(market.server.url)).cookie);
    }
    const signedIn = cookies.map((cookie) => ({ path: PATH, headers: { cookie } }));
    const measure = (requests: readonly { path: string }[]) =>
      loader.run({
        address: market.address,
        connections,
        seconds,
        requests: { kind: 'reads', requests },
      });
    const [own, without]: [number[], number[]] = [[], []];
    const p99: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const measured = await measure(signedIn);
      own.push(measured.perSecond);
      p99.push(measured.p99Ms);
      without.push((await measure([{ path: PATH }])).perSecond);
    }
    const figure: Figure = {
      name: `session checks of ${users} users`,
      measured: `${perSecond(median(own))}, p99 ${milliseconds(median(p99))}`,
      beside: `without a session ${perSecond(median(without))}`,
      ratio: median(own) / median(without),
      target: '',
      isReached: null,
    };
    print(describeFigure(figure));
    return [figure];
  } finally {
    await Promise.all([loader.close(), market.close()]);
  }
}

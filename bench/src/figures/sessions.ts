import { benchmark } from '../harness/benchmark.js';
import { inTurns, medianRate } from '../load/in-turns.js';
import { signUp } from '../market/accounts.js';
import { perSecond, rateText } from '../report/figure.js';

const PATH = '/api/auth/get-session';

/**
 * The rate at which the built-in identity service looks up the user of a session, compared with requests without one.
 */
export const SESSIONS = benchmark({
  name: 'sessions',
  FULL: {
    /** The number of users whose sessions are checked in turns. */
    users: 16,
    connections: 16,
    /** The duration and the number of measurements, in turns with requests without a session. */
    seconds: 2,
    turns: 3,
  },
  QUICK: { seconds: 1, turns: 1 },
  SMALL: { users: 2, connections: 4, seconds: 0.1, turns: 1 },
  async measure(run, { users, connections, seconds, turns }) {
    const market = await run.openMarket({ products: 1, sizesPerProduct: 1, ordersPerSide: 0, traders: 1 });
    const loader = await run.openLoader();
    const cookies: string[] = [];
    for (let user = 0; user < users; user += 1) {
      cookies.push((await signUp(market.url)).cookie);
    }
    const signedIn = cookies.map((cookie) => ({ path: PATH, headers: { cookie } }));
    const measure = (requests: readonly { path: string }[]) =>
      loader.run({ address: market.address, connections, seconds, requests: { kind: 'reads', requests } });
    const measured = await inTurns(turns, {
      own: () => measure(signedIn),
      without: () => measure([{ path: PATH }]),
    });
    const [own, without] = [medianRate(measured.own), medianRate(measured.without)];
    run.add({
      name: `session checks of ${users} users`,
      measured: rateText(own),
      limit: `without a session ${perSecond(without.perSecond)}`,
      ratio: own.perSecond / without.perSecond,
    });
  },
});

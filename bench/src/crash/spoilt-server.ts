import pg from 'pg';
import { DEADLY_DOLLARS, type Spoiling } from './spoiling.js';

/**
 * `node --import` loads it before the server. It intercepts the server's statements and injects the fault that SPOILING
 * names. The server's own code is unchanged.
 */

type Query = (statement: unknown, ...rest: unknown[]) => unknown;

/** Sends something else instead of a statement; undefined sends the statement unchanged. */
type Fault = (send: Query, statement: unknown) => unknown;

const COMMITS_BEFORE_LOSS = 5;
let commits = 0;
let hasLost = false;
let isDeadly = false;

const FAULTS: Readonly<Record<Spoiling, Fault>> = {
  'durability-off': (send, statement) =>
    typeof statement === 'string' && statement.includes('synchronous_commit = on')
      ? send(statement.replace('synchronous_commit = on', 'synchronous_commit = off'))
      : undefined,

  'answer-before-commit': (send, statement) => {
    if (statement !== 'commit') {
      return undefined;
    }
    Promise.resolve(send('commit')).catch(() => {});
    return Promise.resolve({ command: 'COMMIT' });
  },

  /** Deletes one order that the transaction has placed just before it commits. */
  'lost-resting-order': (send, statement) => {
    if (statement !== 'commit' || hasLost || ++commits <= COMMITS_BEFORE_LOSS) {
      return undefined;
    }
    return loseOne(send).then(() => send('commit'));
  },

  'death-after-commit': (send, statement) => {
    const { name, values } = statement as { name?: string; values?: unknown[] };
    if (name === 'save-feed-entry') {
      isDeadly = String(values).includes(`"lowestAskCents":${DEADLY_DOLLARS}00,`);
    }
    return statement === 'commit' && isDeadly
      ? Promise.resolve(send('commit')).then(() => process.kill(process.pid, 'SIGKILL'))
      : undefined;
  },
};

async function loseOne(send: Query): Promise<void> {
  const placed = `select ctid from orders where xmin = pg_current_xact_id()::xid and status = 'open' limit 1`;
  const { rowCount } = (await send(`delete from orders where ctid in (${placed})`)) as { rowCount: number };
  hasLost = rowCount > 0;
}

const fault = FAULTS[process.env.SPOILING as Spoiling];
const query = pg.Client.prototype.query as unknown as Query;
pg.Client.prototype.query = function (this: pg.Client, statement: unknown, ...rest: unknown[]) {
  const send: Query = (...sent) => query.apply(this, sent as [unknown, ...unknown[]]);
  return (rest.length === 0 ? fault(send, statement) : undefined) ?? send(statement, ...rest);
} as typeof pg.Client.prototype.query;

import { describe, expect, it } from 'vitest';
import { eventOf, HOLIDAYS, run, TERMS, TRADED_AT_MS } from '../../test/deal-table.js';
import { NO_BALANCES } from './accounts.js';
import { CLOCKS } from './clocks.js';
import { CONDITIONS } from './conditions.js';
import { DEAL_STATES, FINAL_STATES, isFinal } from './deal.js';
import { ACTOR_KINDS, DEAL_EVENTS, type DealEventType } from './deal-event.js';
import { MONEY_MOVES } from './money-moves.js';
import { DEAL_REFUSALS } from './refusals.js';
import { step } from './step.js';
import { ORDER_EFFECTS, RECIPIENTS, type Transition } from './transition.js';
import { TRANSITIONS } from './transitions.js';

const MAY_CHANGE_IN_THE_END = ['payment', 'payout', 'hasBeenDisputed', 'parcelIn', 'parcelOut'];

const rules = Object.entries(TRANSITIONS);
const cases = rules.flatMap(([type, rule]) =>
  Object.entries(rule.in).flatMap(([state, list]) => list.map((item) => ({ type, state, item }))),
);
const transitions = cases.flatMap(({ type, state, item }) =>
  'refuse' in item ? [] : [{ type, state, item: item as Transition }],
);

describe('the table of transitions', () => {
  it('has a rule for every event, and every event is listed once', () => {
    expect(new Set(DEAL_EVENTS).size).toBe(DEAL_EVENTS.length);
    expect(rules.map(([type]) => type).sort()).toEqual([...DEAL_EVENTS].sort());
  });

  it('decides every pair of state and event: the last case always applies', () => {
    const open = rules.flatMap(([type, rule]) =>
      Object.entries(rule.in)
        .filter(([, list]) => (list.at(-1)?.if ?? []).length > 0)
        .map(([state]) => `${state} ${type}`),
    );
    expect(open).toEqual([]);
  });

  it('answers every event by every actor in every state with a value, never an exception', () => {
    const { deal } = run([]);
    const answers = DEAL_STATES.flatMap((state) =>
      DEAL_EVENTS.flatMap((type) =>
        ACTOR_KINDS.map((kind) => {
          const balances = {
            ...NO_BALANCES,
            ...(isFinal(state) || state === 'unpaid' ? {} : { held: 25_720 }),
          };
          const command = { event: eventOf(type, deal), actor: { kind, id: kind }, seenVersion: null };
          return step({ ...deal, state, balances }, command, { nowMs: TRADED_AT_MS, holidays: HOLIDAYS });
        }),
      ),
    );
    expect(answers).toHaveLength(DEAL_STATES.length * DEAL_EVENTS.length * ACTOR_KINDS.length);
    expect(answers.filter(({ kind }) => kind !== 'stepped' && kind !== 'refused')).toEqual([]);
  });

  it('has a transition for the clock of every state that can have one', () => {
    const withClock = transitions.filter(({ item }) => item.clock && item.clock !== 'none');
    const states = new Set(withClock.map(({ state, item }) => item.to ?? state));
    const fires = Object.keys(TRANSITIONS['deadline-passed'].in);
    expect([...states].filter((state) => !fires.includes(state))).toEqual([]);
  });

  it('sets the clock whenever it changes the state', () => {
    const silent = transitions.filter(({ item }) => item.to && !item.clock);
    expect(silent).toEqual([]);
  });

  it('notifies a person of every change of state', () => {
    expect(transitions.filter(({ item }) => item.to && !item.notify)).toEqual([]);
  });

  it('notifies the buyer of every change of state that is not their own act', () => {
    const unnoticed = transitions.filter(
      ({ type, item }) =>
        item.to &&
        !item.notify?.some((recipient) => recipient === 'buyer' || recipient === 'maker') &&
        TRANSITIONS[type as DealEventType].by.some((kind) => kind !== 'buyer'),
    );
    expect(unnoticed).toEqual([]);
  });

  it('leaves final states alone, except for payment, payout, lost parcels and accounts outside of the deal', () => {
    const moving = transitions.filter(
      ({ state, item }) =>
        FINAL_STATES.some((final) => final === state) &&
        (item.to !== undefined ||
          item.clock !== undefined ||
          Object.keys(item.set ?? {}).some((column) => !MAY_CHANGE_IN_THE_END.includes(column))),
    );
    expect(moving).toEqual([]);
  });

  it.each([
    ['conditions', Object.keys(CONDITIONS), cases.flatMap(({ item }) => item.if ?? [])],
    ['money moves', Object.keys(MONEY_MOVES), transitions.flatMap(({ item }) => item.money ?? [])],
    ['clocks', Object.keys(CLOCKS), transitions.flatMap(({ item }) => item.clock ?? [])],
    ['order effects', ORDER_EFFECTS, transitions.flatMap(({ item }) => item.orders ?? [])],
    ['recipients', RECIPIENTS, transitions.flatMap(({ item }) => item.notify ?? [])],
    [
      'refusals',
      DEAL_REFUSALS,
      [
        ...cases.flatMap(({ item }) => ('refuse' in item ? item.refuse : [])),
        ...['stale', 'not-yours', 'wrong-state'],
      ],
    ],
  ])('uses all %s', (_, names, used) => {
    expect([...new Set<string>(used)].sort()).toEqual([...names].sort());
  });
});

it('a deal begins unpaid, with the deadline of the chosen method', () => {
  const { deal } = run([]);
  expect(deal).toMatchObject({ state: 'unpaid', payment: 'none', version: 0, terms: TERMS });
  expect(deal.dueAtMs).toBe(TRADED_AT_MS + 24 * 3_600_000);
});

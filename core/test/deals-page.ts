import { CLOCKS } from '../src/deals/clocks.js';
import { DEAL_STATES, type DealState } from '../src/deals/deal.js';
import { DEAL_EVENTS } from '../src/deals/deal-event.js';
import { type Leg, MONEY_MOVES } from '../src/deals/money-moves.js';
import type { Case, EventRule, Transition } from '../src/deals/transition.js';
import { TRANSITIONS } from '../src/deals/transitions.js';

/** The generated parts of docs/deals.md, by the name of their marks. */

const FAILURES: readonly DealState[] = ['rejected', 'lost', 'cancelled', 'closed'];

export function generatedParts(): Record<string, string> {
  return {
    delivery: diagram((to) => !FAILURES.includes(to)),
    failure: diagram((to) => FAILURES.includes(to)),
    transitions: transitionTable(),
    money: moneyTable(),
  };
}

/** Replaces the text between the marks of each part. */
export function withParts(page: string, parts: Record<string, string>): string {
  return Object.entries(parts).reduce((text, [name, part]) => {
    const [start, end] = [`<!-- deals:${name} -->`, `<!-- /deals:${name} -->`];
    const [from, to] = [text.indexOf(start), text.indexOf(end)];
    if (from < 0 || to < from) {
      throw new Error(`docs/deals.md has no marks for ${name}`);
    }
    return `${text.slice(0, from)}${start}\n${part}\n${text.slice(to)}`;
  }, page);
}

/** A state diagram of the edges to these states. Events that only decide how the deal will end have a star. */
function diagram(isShown: (to: DealState) => boolean): string {
  const edges = new Map<string, Set<string>>();
  for (const type of DEAL_EVENTS) {
    for (const { state, transition } of transitionsOf(TRANSITIONS[type])) {
      const ending = transition.set?.ending;
      const to = transition.to ?? ending;
      if (to && isShown(to)) {
        const edge = `${state} --> ${to}`;
        edges.set(edge, (edges.get(edge) ?? new Set()).add(ending ? `${type}*` : type));
      }
    }
  }
  const inOrder = DEAL_STATES.flatMap((from) =>
    DEAL_STATES.flatMap((to) => {
      const edge = `${from} --> ${to}`;
      const events = edges.get(edge);
      return events ? [`  ${edge}: ${[...events].join(', ')}`] : [];
    }),
  );
  const start = isShown('unpaid') ? ['  [*] --> unpaid: trade'] : [];
  return ['```mermaid', 'stateDiagram-v2', ...start, ...inOrder, '```'].join('\n');
}

function transitionsOf(rule: EventRule): { state: DealState; transition: Transition }[] {
  return statesOf(rule).flatMap(({ states, cases }) =>
    states.flatMap((state) =>
      cases.flatMap((item) => ('refuse' in item ? [] : [{ state, transition: item }])),
    ),
  );
}

/** The states of a rule, grouped by equal cases. */
function statesOf(rule: EventRule): { states: DealState[]; cases: readonly Case[] }[] {
  const groups = new Map<string, { states: DealState[]; cases: readonly Case[] }>();
  for (const state of DEAL_STATES) {
    const cases = rule.in[state];
    if (cases) {
      const key = JSON.stringify(cases);
      const group = groups.get(key) ?? { states: [], cases };
      group.states.push(state);
      groups.set(key, group);
    }
  }
  return [...groups.values()];
}

function transitionTable(): string {
  const rows = DEAL_EVENTS.flatMap((type) => {
    const rule = TRANSITIONS[type];
    return statesOf(rule).flatMap(({ states, cases }, group) =>
      cases.map((item, index) => {
        const event = group + index === 0 ? `\`${type}\` by ${rule.by.join(', ')}` : '';
        const where = index === 0 ? states.join(', ') : '';
        return `| ${event} | ${where} | ${(item.if ?? []).join('; ')} | ${outcome(item)} |`;
      }),
    );
  });
  return ['| event | in | if | then |', '|---|---|---|---|', ...rows].join('\n');
}

function outcome(item: Case): string {
  if ('refuse' in item) {
    return `refused: \`${item.refuse}\``;
  }
  const { to, set = {}, clock, money = [], orders = [], notify = [] } = item;
  const parts = [
    ...(to ? [`**${to}**`] : []),
    ...Object.entries(set).map(([column, value]) => `${column} ${value}`),
    ...(clock ? [`clock: ${CLOCKS[clock].text}`] : []),
    ...money.map((name) => `money: ${name}`),
    ...orders.map((order) => `order: ${order}`),
    ...(notify.length > 0 ? [`notifies ${notify.join(', ')}`] : []),
  ];
  return parts.join('; ');
}

function moneyTable(): string {
  const rows = Object.entries<readonly Leg[]>(MONEY_MOVES).flatMap(([name, legs]) =>
    legs.map(
      ({ from, to, amount, call }, index) =>
        `| ${index === 0 ? name : ''} | ${from} | ${to} | ${amount} | ${call ?? ''} |`,
    ),
  );
  return ['| move | from | to | amount | call |', '|---|---|---|---|---|', ...rows].join('\n');
}

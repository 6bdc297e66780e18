import type { OpenOrderRow } from '@perkex/contract/user-data.js';
import { counted } from '@perkex/core/counted.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { faultOf } from '../../api/fault-of.js';
import { type CommandAnswer, sentenceOfAnswer } from '../../api/order-batches.js';
import { namedOrder, orderName } from '../../api/order-name.js';
import { type PriceRuleRow, setPriceRules } from '../../api/price-rules.js';
import { Button } from '../../ui/button.js';
import { FaultText } from '../../ui/fault-text.js';
import { TextField } from '../../ui/field.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { useDashboardUserId } from '../../user/user.js';
import { dollarsFault } from './dollars-fault.js';
import { Refusals } from './refusals.js';

interface KeepLowestProps {
  /** The chosen asks. */
  readonly rows: readonly OpenOrderRow[];
  readonly rules: ReadonlyMap<string, PriceRuleRow>;
}

/** The asks that get a rule, or lose theirs with null. */
interface WantedRules {
  readonly asks: readonly OpenOrderRow[];
  readonly dollars: number | null;
}

/** Sets the rule that keeps the chosen asks the lowest, or ends it (orders-beyond, "Many pairs"). */
export function KeepLowest({ rows, rules }: KeepLowestProps) {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const [floor, setFloor] = useState('');
  const [error, setError] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const {
    mutate,
    isPending,
    data,
    error: fault,
  } = useMutation({
    mutationFn: async ({ asks, dollars }: WantedRules) => {
      const wanted = asks.map((row) => ({ ...namedOrder(row), floor: dollars }));
      const answers = await setPriceRules(client, userId, wanted);
      return asks.flatMap((row, index) => {
        const answer = answers[index];
        return answer ? [{ name: orderName(row), ask: `${row.name}, size ${row.size}`, answer }] : [];
      });
    },
  });
  const ruled = rows.filter((row) => rules.has(orderName(row)));

  function keep(event: FormEvent): void {
    event.preventDefault();
    const problem = rows.length === 0 ? 'Choose asks first.' : dollarsFault(floor);
    setError(problem);
    if (problem === '') {
      mutate({ asks: rows, dollars: Number(floor) });
    } else {
      field.current?.focus();
    }
  }

  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        Keep them the lowest
      </summary>
      <form noValidate onSubmit={keep} className="flex flex-col gap-3 pb-2">
        <p className="max-w-prose text-muted">
          When another seller’s ask comes first, the price goes to 1$ below it, at most every ten minutes. It
          is never raised, never set below the dollars that you enter, and never lowered to a bid, so it does
          not sell at once. If two sellers do this, each price falls once in ten minutes.
        </p>
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-32">
            <TextField
              ref={field}
              label="Not below"
              inputMode="numeric"
              autoComplete="off"
              value={floor}
              error={error === '' ? undefined : error}
              onChange={({ target }) => setFloor(target.value)}
            />
          </div>
          <SubmitButton isBusy={isPending}>{`Keep ${counted(rows.length, 'ask')} the lowest`}</SubmitButton>
          {ruled.length === 0 ? null : (
            <Button disabled={isPending} onClick={() => mutate({ asks: ruled, dollars: null })}>
              End the {ruled.length === 1 ? 'rule' : 'rules'} of {counted(ruled.length, 'ask')}
            </Button>
          )}
        </div>
        <FaultText>{faultOf(fault)}</FaultText>
        <p role="status" className="max-w-prose empty:sr-only">
          {data === undefined ? '' : summaryOf(data.map(({ answer }) => answer))}
        </p>
        <Refusals answers={data ?? []} />
      </form>
    </details>
  );
}

function summaryOf(answers: readonly CommandAnswer[]): string {
  const [first, ...others] = answers.filter((answer) => 'answer' in answer);
  const done = others.length + (first === undefined ? 0 : 1);
  const what = first && done === 1 ? sentenceOfAnswer(first) : `Done with ${counted(done, 'ask')}.`;
  const refused = answers.length - done;
  return refused === 0 ? what : `${what} ${counted(refused, 'ask')} could not be changed.`;
}

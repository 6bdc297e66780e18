import type { OpenOrderRow } from '@perkex/contract/user-data.js';
import { counted } from '@perkex/core/counted.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { faultOf } from '../../api/fault-of.js';
import {
  type BatchCommand,
  type CommandAnswer,
  isUnconfirmed,
  sendCommands,
} from '../../api/order-batches.js';
import { namedOrder, orderName } from '../../api/order-name.js';
import { Button, SettlingButton } from '../../ui/button.js';
import { FaultText } from '../../ui/fault-text.js';
import { SelectField, TextField } from '../../ui/field.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { useDashboardUserId } from '../../user/user.js';
import { EmptyList } from '../empty-list.js';
import { usePriceRules } from '../price-rule-line.js';
import { shownRows } from '../rows.js';
import { AskTable } from './ask-table.js';
import { dollarsFault } from './dollars-fault.js';
import { FarPrices } from './far-prices.js';
import { KeepLowest } from './keep-lowest.js';
import { PRICE_CHANGES, type PriceChange, plannedChanges } from './planned-changes.js';
import { Refusals } from './refusals.js';

/** A change that the seller has asked for and not confirmed. */
interface Plan {
  readonly question: string;
  readonly confirm: string;
  readonly commands: readonly BatchCommand[];
}

interface SentCommand {
  readonly command: BatchCommand;
  readonly answer: CommandAnswer;
}

/** A change to a price that its seller has confirmed. */
type ConfirmedChange = BatchCommand & { readonly price: number };

/** The seller's open asks: some are chosen, and their prices are changed or they are removed, together. */
export function ChangeAsks({ rows }: { readonly rows: readonly OpenOrderRow[] }) {
  const newestFirst = shownRows(rows).reverse();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [sent, setSent] = useState<readonly SentCommand[]>([]);
  /** The asks as they were when something was sent: those that have sold since are still named. */
  const [sentRows, setSentRows] = useState<readonly OpenOrderRow[]>([]);
  const [summary, setSummary] = useState('');
  /** Changes to prices far from the market, with the confirmation that they wait for. */
  const [doubted, setDoubted] = useState<readonly ConfirmedChange[]>([]);
  const rules = usePriceRules();
  const chosenRows = newestFirst.filter((row) => chosen.has(orderName(row)));
  const bulk = useCommands((commands, results) => {
    setSent(commands.map((command, index) => ({ command, answer: results[index] as CommandAnswer })));
    setSummary(summaryOf(results));
    setDoubted(
      commands.flatMap((command, index) => {
        if (command.call !== 'changeOrder' || command.price === undefined) {
          return [];
        }
        const { price } = command;
        return isUnconfirmed(results[index] as CommandAnswer)
          ? [{ ...command, price, confirmedPrice: price }]
          : [];
      }),
    );
    setChosen(new Set());
  });
  if (newestFirst.length === 0 && summary === '') {
    return <EmptyList list="asks" />;
  }
  function send(commands: readonly BatchCommand[]): void {
    setSentRows(newestFirst);
    bulk.send(commands);
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">
        Choose asks, then change their prices or remove them. A new price is a new place in the queue.
      </p>
      <Acts rows={chosenRows} isPending={bulk.isPending} onConfirm={send} />
      <FaultText>{bulk.fault}</FaultText>
      <p role="status" className="max-w-prose empty:sr-only">
        {summary}
      </p>
      <Refusals
        answers={sent.map(({ command, answer }) => ({
          name: commandName(command),
          ask: nameOf(sentRows, command),
          answer,
        }))}
      />
      {doubted.length > 0 && !bulk.isPending ? (
        <FarPrices
          key={doubted.map(commandName).join()}
          prices={doubted.map((command) => ({
            priceCents: dollarsToCents(command.price),
            place: nameOf(sentRows, command),
          }))}
          onConfirm={() => bulk.send(doubted)}
        >
          Change {counted(doubted.length, 'ask')} all the same
        </FarPrices>
      ) : null}
      <KeepLowest rows={chosenRows} rules={rules} />
      <AskTable
        rows={newestFirst}
        rules={rules}
        chosen={chosen}
        onChoose={setChosen}
        isPaused={bulk.isPending}
      />
    </div>
  );
}

function useCommands(onDone: (commands: readonly BatchCommand[], answers: readonly CommandAnswer[]) => void) {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const { mutate, isPending, error } = useMutation({
    async mutationFn(commands: readonly BatchCommand[]) {
      let all: readonly CommandAnswer[] = [];
      try {
        await sendCommands(client, userId, commands, (answers) => {
          all = answers;
        });
      } finally {
        if (all.length > 0) {
          onDone(commands.slice(0, all.length), all);
        }
      }
    },
  });
  return { send: mutate, isPending, fault: faultOf(error) };
}

interface ActsProps {
  readonly rows: readonly OpenOrderRow[];
  readonly isPending: boolean;
  readonly onConfirm: (commands: readonly BatchCommand[]) => void;
}

function Acts({ rows, isPending, onConfirm }: ActsProps) {
  const [change, setChange] = useState<PriceChange>('lower');
  const [dollars, setDollars] = useState('');
  const [error, setError] = useState('');
  const [plan, setPlan] = useState<Plan | null>(null);
  const field = useRef<HTMLInputElement>(null);

  function planChange(event: FormEvent): void {
    event.preventDefault();
    const fault = rows.length === 0 ? 'Choose asks first.' : dollarsFault(dollars);
    setError(fault);
    if (fault !== '') {
      field.current?.focus();
      return;
    }
    const { changes, unchanged } = plannedChanges(rows, change, Number(dollars));
    if (changes.length === 0) {
      setError('No chosen ask would have another valid price.');
      field.current?.focus();
      return;
    }
    const stay =
      unchanged === 0 ? '' : ` ${counted(unchanged, 'ask')} would have no other valid price and stay.`;
    setPlan({
      question: `${counted(changes.length, 'ask')}: ${PRICE_CHANGES[change].toLowerCase()} ${Number(dollars)}$? Asks at or below a bid sell at once.${stay}`,
      confirm: `Change ${counted(changes.length, 'ask')}`,
      commands: changes.map(({ row, price }) => ({
        call: 'changeOrder',
        ...namedOrder(row),
        price,
        confirmedPrice: null,
      })),
    });
  }

  if (plan !== null) {
    return (
      <section aria-label="Confirm" className="flex flex-col gap-3 rounded-card border border-line p-4">
        <p role="status">{plan.question}</p>
        <div className="flex flex-wrap gap-3">
          <Button autoFocus onClick={() => setPlan(null)}>
            Cancel
          </Button>
          <SettlingButton
            look="strong"
            subject={plan.question}
            onClick={() => {
              onConfirm(plan.commands);
              setPlan(null);
            }}
          >
            {plan.confirm}
          </SettlingButton>
        </div>
      </section>
    );
  }
  return (
    <form noValidate onSubmit={planChange} className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Price"
        value={change}
        onChange={({ target }) => setChange(target.value as PriceChange)}
      >
        {Object.entries(PRICE_CHANGES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <div className="w-32">
        <TextField
          ref={field}
          label="Dollars"
          inputMode="numeric"
          autoComplete="off"
          value={dollars}
          error={error === '' ? undefined : error}
          onChange={({ target }) => setDollars(target.value)}
        />
      </div>
      <SubmitButton isBusy={isPending}>{`Change ${counted(rows.length, 'ask')}`}</SubmitButton>
      <Button
        look="danger"
        disabled={rows.length === 0 || isPending}
        onClick={() =>
          setPlan({
            question: `Remove ${counted(rows.length, 'ask')}? ${rows.length === 1 ? 'It loses its place' : 'They lose their places'} in the queue.`,
            confirm: `Remove ${counted(rows.length, 'ask')}`,
            commands: rows.map((row) => ({ call: 'deleteAsk', ...namedOrder(row) })),
          })
        }
      >
        Remove {counted(rows.length, 'ask')}
      </Button>
    </form>
  );
}

/** The order of a command, as `orderName` writes it. */
function commandName(command: BatchCommand): string {
  const productId = 'productId' in command ? (command.productId ?? null) : null;
  return orderName({ id: command.id, productId });
}

function nameOf(rows: readonly OpenOrderRow[], command: BatchCommand): string {
  const row = rows.find((each) => orderName(each) === commandName(command));
  return row ? `${row.name}, size ${row.size}` : 'An ask';
}

function summaryOf(answers: readonly CommandAnswer[]): string {
  const refused = answers.filter((answer) => 'problem' in answer).length;
  const rest = refused === 0 ? '' : ` ${counted(refused, 'ask')} could not be changed.`;
  return `Done with ${counted(answers.length - refused, 'ask')}.${rest}`;
}

import type { OpenOrderRow } from '@perkex/contract/user-data.js';
import { counted } from '@perkex/core/counted.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { type FormEvent, useRef, useState } from 'react';
import type { BatchCommand } from '../../api/order-batches.js';
import { namedOrder, orderName } from '../../api/order-name.js';
import { Button, SettlingButton } from '../../ui/button.js';
import { FaultText } from '../../ui/fault-text.js';
import { SelectField, TextField } from '../../ui/field.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { EmptyList } from '../empty-list.js';
import { usePriceRules } from '../price-rule-line.js';
import { shownRows } from '../rows.js';
import { AskTable } from './ask-table.js';
import { dollarsFault } from './dollars-fault.js';
import { FarPrices } from './far-prices.js';
import { KeepLowest } from './keep-lowest.js';
import { PRICE_CHANGES, type PriceChange, plannedChanges } from './planned-changes.js';
import { Refusals } from './refusals.js';
import type { AskChanges } from './use-ask-changes.js';

/** A change that the seller has asked for and not confirmed. */
interface Plan {
  readonly question: string;
  readonly confirm: string;
  readonly commands: readonly BatchCommand[];
}

interface ChangeAsksProps {
  readonly rows: readonly OpenOrderRow[];
  readonly changes: AskChanges;
}

/** The seller's open asks: some are chosen, and their prices are changed or they are removed, together. */
export function ChangeAsks({ rows, changes }: ChangeAsksProps) {
  const { chosen, choose, sent, summary, doubted, isPending, fault } = changes;
  const newestFirst = shownRows(rows).reverse();
  const rules = usePriceRules();
  const chosenRows = newestFirst.filter((row) => chosen.has(orderName(row)));
  if (newestFirst.length === 0 && summary === '' && fault === null && !isPending) {
    return <EmptyList list="asks" />;
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">
        Choose asks, then change their prices or remove them. A new price is a new place in the queue.
      </p>
      <Acts
        rows={chosenRows}
        isPending={isPending}
        onConfirm={(commands) => changes.send(commands, newestFirst)}
      />
      <FaultText>{fault}</FaultText>
      <p role="status" className="max-w-prose empty:sr-only">
        {summary}
      </p>
      <Refusals
        answers={sent.map(({ command, answer }) => ({
          name: commandName(command),
          ask: nameOf(changes.rows, command),
          answer,
        }))}
      />
      {doubted.length > 0 && !isPending ? (
        <FarPrices
          key={doubted.map(commandName).join()}
          prices={doubted.map((command) => ({
            priceCents: dollarsToCents(command.price),
            place: nameOf(changes.rows, command),
          }))}
          onConfirm={changes.sendDoubted}
        >
          Change {counted(doubted.length, 'ask')} all the same
        </FarPrices>
      ) : null}
      <KeepLowest rows={chosenRows} rules={rules} />
      <AskTable rows={newestFirst} rules={rules} chosen={chosen} onChoose={choose} isPaused={isPending} />
    </div>
  );
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

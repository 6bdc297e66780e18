import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { actOnProduct, type DeskProduct, publishedQuery } from '../../api/desk-catalogue.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useActs } from '../use-acts.js';
import { ProductSearch } from './product-search.js';

/** Enough to find one by its name or style code. */
const MAX_CHOICES = 8;

interface MergeDialogProps {
  readonly product: DeskProduct;
  readonly onClose: () => void;
}

interface Choice {
  readonly id: number;
  readonly name: string;
}

/** The choice of the product that a duplicate is merged into. */
export function MergeDialog({ product: { id, fields }, onClose }: MergeDialogProps) {
  const uid = useUserId();
  const { isBusy, fault, run } = useActs(actOnProduct(id));
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Choice | null>(null);

  function search(asked: string): void {
    setText(asked);
    setChosen(null);
  }

  const send = ({ id: into }: Choice) =>
    run(() => call('mergeProduct', { body: { uid, id, into } }), onClose);

  return (
    <ConfirmDialog
      title="Merge into another product?"
      label="Merge"
      subject={String(chosen?.id)}
      isBusy={isBusy}
      fault={fault}
      onConfirm={chosen && (() => send(chosen))}
      onClose={onClose}
    >
      <ProductSearch label="Name or style code of the other one" onSearch={search} />
      {text === '' ? null : <Choices text={text} but={id} chosen={chosen} onChoose={setChosen} />}
      {chosen === null ? null : (
        <p>
          {fields.name} is hidden, and its address leads to {chosen.name}. Its open orders are removed, and
          their owners are notified. Users who watch it watch the other one. Its trades and deals stay its
          own. This cannot be undone.
        </p>
      )}
    </ConfirmDialog>
  );
}

interface ChoicesProps {
  readonly text: string;
  /** The duplicate. */
  readonly but: number;
  readonly chosen: Choice | null;
  readonly onChoose: (choice: Choice) => void;
}

function Choices({ text, but, chosen, onChoose }: ChoicesProps) {
  const { data, isError } = useInfiniteQuery(publishedQuery(text));
  if (!data) {
    return <p role="status">{isError ? 'The products could not be searched.' : 'Searching…'}</p>;
  }
  const found = data.pages.flatMap(({ products }) => products).filter(({ id }) => id !== but);
  if (found.length === 0) {
    return <p role="status">No other product matches.</p>;
  }
  return (
    <fieldset className="flex flex-col">
      <legend className="sr-only">The other product</legend>
      {found.slice(0, MAX_CHOICES).map(({ id, name }) => (
        <label key={id} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="other"
            className="size-5 shrink-0 accent-ink"
            checked={chosen?.id === id}
            onChange={() => onChoose({ id, name })}
          />
          <span className="wrap-anywhere">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

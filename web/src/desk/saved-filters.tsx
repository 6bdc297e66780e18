import type { FilteredList } from '@perkex/contract/desk-members.js';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../api/call.js';
import { actOnFilters, type SavedFilter, savedFiltersQuery } from '../api/desk-members.js';
import { newOrderId } from '../api/order-id.js';
import { useUserId } from '../identity/session/auth-store.js';
import { Link } from '../routing/link.js';
import { Button } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';
import { TextField } from '../ui/field.js';
import { SubmitButton } from '../ui/submit-button.js';
import { useActs } from './use-acts.js';

const MAX_NAME_LENGTH = 40;

interface SavedFiltersProps {
  readonly list: FilteredList;
  /** The path of the list. */
  readonly path: string;
  /** The query of its current filter; empty for none. */
  readonly query: string;
}

/** The filters of a list that this member has named, and a name for the current one. */
export function SavedFilters({ list, path, query }: SavedFiltersProps) {
  const uid = useUserId();
  const { data } = useQuery(savedFiltersQuery(uid));
  const { isBusy, fault, run } = useActs(actOnFilters);
  const [isNaming, setIsNaming] = useState(false);
  const own = (data?.filters ?? []).filter((filter) => filter.list === list);
  const isSaved = own.some((filter) => filter.query === query);
  if (own.length === 0 && query === '') {
    return null;
  }
  const remove = ({ filter }: SavedFilter) => void run(() => call('removeFilter', { body: { uid, filter } }));
  function save(name: string): void {
    const body = { uid, filter: newOrderId(), list, name, query };
    void run(
      () => call('saveFilter', { body }),
      () => setIsNaming(false),
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {own.length === 0 ? null : (
          <ul aria-label="Saved filters" className="flex flex-wrap gap-2">
            {own.map((filter) => (
              <li key={filter.filter} className="flex items-center rounded-control border border-edge">
                <Link
                  to={filter.query === '' ? path : `${path}?${filter.query}`}
                  aria-current={filter.query === query ? 'page' : undefined}
                  className="inline-flex min-h-11 items-center pl-3 wrap-anywhere underline-offset-4 hover:underline aria-[current]:font-semibold"
                >
                  {filter.name}
                </Link>
                <button
                  type="button"
                  aria-label={`Remove the filter ${filter.name}`}
                  aria-disabled={isBusy}
                  className="inline-flex size-11 items-center justify-center rounded-control hover:bg-card"
                  onClick={isBusy ? undefined : () => remove(filter)}
                >
                  <X aria-hidden className="size-4" />
                </button>
              </li>
            ))}
          </ul>
        )}
        {query === '' || isSaved || isNaming || !data ? null : (
          <Button onClick={() => setIsNaming(true)}>Save this filter</Button>
        )}
      </div>
      <FaultText>{fault}</FaultText>
      {isNaming && !isSaved ? (
        <NameForm isBusy={isBusy} onSave={save} onCancel={() => setIsNaming(false)} />
      ) : null}
    </div>
  );
}

interface NameFormProps {
  readonly isBusy: boolean;
  readonly onSave: (name: string) => void;
  readonly onCancel: () => void;
}

function NameForm({ isBusy, onSave, onCancel }: NameFormProps) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [field, setField] = useState<HTMLInputElement | null>(null);
  useEffect(() => field?.focus(), [field]);
  function send(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() === '') {
      setError('Name the filter.');
    } else {
      onSave(name.trim());
    }
  }
  return (
    <form className="flex max-w-xl flex-wrap items-end gap-2" onSubmit={send} noValidate>
      <div className="min-w-40 flex-1">
        <TextField
          label="Name of this filter"
          ref={setField}
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          error={error}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <SubmitButton isBusy={isBusy}>Save</SubmitButton>
      <Button onClick={onCancel}>Cancel</Button>
    </form>
  );
}

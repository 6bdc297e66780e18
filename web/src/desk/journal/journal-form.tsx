import type { FormEvent } from 'react';
import type { JournalFilters } from '../../api/desk-journal.js';
import { Button } from '../../ui/button.js';
import { SelectField, TextField } from '../../ui/field.js';
import { DayField } from '../day-field.js';
import { useTyped } from '../use-typed.js';
import { actText } from './act-words.js';

interface JournalFormProps {
  readonly filters: JournalFilters;
  readonly members: readonly string[];
  readonly kinds: readonly string[];
  readonly onChange: (filters: JournalFilters) => void;
}

/** The choice of acts. A list or a complete day counts at once, a subject once it is sent. */
export function JournalForm({ filters, members, kinds, onChange }: JournalFormProps) {
  const [subject, setSubject] = useTyped(filters.subject);
  const change = (part: Partial<JournalFilters>) =>
    onChange({ ...filters, subject: subject.trim(), ...part });
  function send(event: FormEvent): void {
    event.preventDefault();
    change({});
  }
  return (
    <form className="grid grid-cols-2 gap-4 lg:grid-cols-4" onSubmit={send}>
      <SelectField
        label="Member"
        value={filters.member}
        onChange={({ target }) => change({ member: target.value })}
      >
        <option value="">All</option>
        {withChosen(members, filters.member).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField label="Act" value={filters.act} onChange={({ target }) => change({ act: target.value })}>
        <option value="">All</option>
        {withChosen(kinds, filters.act).map((kind) => (
          <option key={kind} value={kind}>
            {actText(kind)}
          </option>
        ))}
      </SelectField>
      <DayField label="From (UTC)" value={filters.from} onChange={(from) => change({ from })} />
      <DayField label="To (UTC)" value={filters.to} onChange={(to) => change({ to })} />
      <div className="col-span-2 flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Code of a deal, or a subject such as product/12"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={subject}
            onChange={({ target }) => setSubject(target.value)}
          />
        </div>
        <Button type="submit">Search</Button>
      </div>
    </form>
  );
}

/** The first answer may still be on its way. */
function withChosen(names: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || names.includes(chosen) ? names : [...names, chosen];
}

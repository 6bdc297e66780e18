import { MAX_ALIAS_LENGTH } from '@perkex/contract/desk-aliases.js';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.js';
import { actOnAliases, type SearchAlias } from '../../api/desk-aliases.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { Button } from '../../ui/button.js';
import { FaultText } from '../../ui/fault-text.js';
import { TextField } from '../../ui/field.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { showActionSuccess } from '../../ui/toast.js';
import { useActs } from '../use-acts.js';
import { AliasPreview } from './alias-preview.js';

interface AliasFormProps {
  /** The alias that is changed; null for a new one. */
  readonly edited: SearchAlias | null;
  readonly onDone: () => void;
}

/** A new alias, or another meaning of one, with what a text would find with it. */
export function AliasForm({ edited, onDone }: AliasFormProps) {
  const uid = useUserId();
  const { isBusy, fault, run } = useActs(actOnAliases<SearchAlias>);
  const [alias, setAlias] = useState(edited?.alias ?? '');
  const [meaning, setMeaning] = useState(edited?.meaning ?? '');
  const [text, setText] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);

  function save(event: FormEvent): void {
    event.preventDefault();
    setIsEmpty(alias.trim() === '' || meaning.trim() === '');
    if (alias.trim() === '' || meaning.trim() === '') {
      return;
    }
    const body = { uid, alias, meaning, before: edited?.meaning ?? null };
    void run(
      () => call('saveAlias', { body }),
      (saved) => {
        showActionSuccess(`“${saved.alias}” now means “${saved.meaning}”.`);
        onDone();
      },
    );
  }

  const missing = (value: string) => (isEmpty && value.trim() === '' ? 'Fill this in' : undefined);
  return (
    <section aria-labelledby="alias-form" className="flex min-w-0 flex-col gap-5">
      <h2 id="alias-form" className="text-xl wrap-anywhere md:text-2xl">
        {edited === null ? 'New alias' : `Change “${edited.alias}”`}
      </h2>
      <form noValidate className="flex flex-col gap-4" onSubmit={save}>
        {edited === null ? (
          <TextField
            label="People type"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={MAX_ALIAS_LENGTH}
            value={alias}
            error={missing(alias)}
            onChange={({ target }) => setAlias(target.value)}
          />
        ) : null}
        <TextField
          label="It means"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={MAX_ALIAS_LENGTH}
          value={meaning}
          error={missing(meaning)}
          onChange={({ target }) => setMeaning(target.value)}
        />
        <FaultText>{fault}</FaultText>
        <div className="flex flex-wrap gap-3">
          <SubmitButton isBusy={isBusy}>Save</SubmitButton>
          {edited === null ? null : <Button onClick={onDone}>Cancel</Button>}
        </div>
      </form>
      <TextField
        label="Try a search"
        type="search"
        autoComplete="off"
        placeholder={alias.trim()}
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <AliasPreview
        tried={{ text: text.trim() || alias.trim(), alias: alias.trim(), meaning: meaning.trim() }}
      />
    </section>
  );
}

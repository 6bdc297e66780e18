import { KEY_SCOPES } from '@perkex/contract/key-scopes.js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { changeKey, makeKey, type OwnKey } from '../../api/keys.js';
import { Button } from '../../ui/button.js';
import { FaultText } from '../../ui/fault-text.js';
import { SelectField, TextField } from '../../ui/field.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { showActionSuccess } from '../../ui/toast.js';
import { useVerifiedChange } from '../../user/use-verified-change.js';
import { CheckboxList } from '../checkbox-list.js';
import { formValuesOf, type KeyFormErrors, type KeyFormValues, parseKeyForm } from './key-form-values.js';
import { SCOPE_WORDS } from './key-words.js';

const DAYS = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
  ['', 'Never'],
] as const;

interface KeyFormProps {
  /** The key that is changed; null for a new one. */
  readonly changed: OwnKey | null;
  /** Called with the text of a new key, or once a key is changed. */
  readonly onMade: (text: string, key: OwnKey) => void;
  readonly onEnd: () => void;
}

/** The terms of a new key, or of one that is changed. */
export function KeyForm({ changed, onMade, onEnd }: KeyFormProps) {
  const [typed, setTyped] = useState(() => formValuesOf(changed));
  const [days, setDays] = useState('90');
  const [errors, setErrors] = useState<KeyFormErrors>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    }
  }, [errors]);
  const { mutate, isPending, fault, verification } = useVerifiedChange(
    async (client, userId, values: KeyFormValues) => {
      const parsed = parseKeyForm(values);
      if ('errors' in parsed) {
        throw new Error('The form was sent with errors.');
      }
      if (changed) {
        await changeKey(client, userId, changed.key, parsed.terms);
        return null;
      }
      return makeKey(client, userId, { ...parsed.terms, days: days === '' ? null : Number(days) });
    },
    {
      reason: 'A key acts for you without your login. Nothing is saved until you confirm.',
      onDone: (made) => {
        if (made) {
          onMade(made.text, made.key);
        } else {
          showActionSuccess('Your key is changed.');
          onEnd();
        }
      },
    },
  );
  function submit(event: FormEvent): void {
    event.preventDefault();
    const parsed = parseKeyForm(typed);
    setErrors('errors' in parsed ? parsed.errors : {});
    if ('terms' in parsed) {
      mutate(typed);
    }
  }
  const field = (name: Exclude<keyof KeyFormValues, 'scopes' | 'side'>) => ({
    value: typed[name],
    error: errors[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: { readonly target: HTMLInputElement }) =>
      setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <>
      <form ref={form} noValidate onSubmit={submit} className="mt-1 flex flex-col gap-4">
        <TextField label="Name" placeholder="What will use it" {...field('name')} />
        <CheckboxList
          legend="What it may do"
          choices={KEY_SCOPES}
          words={SCOPE_WORDS}
          chosen={typed.scopes}
          error={errors.scopes}
          onChoose={(scopes) => setTyped({ ...typed, scopes })}
        />
        <fieldset className="flex flex-col gap-4">
          <legend className="mb-3 text-sm font-semibold">Limits. An empty field is none.</legend>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label="Dollars an order" inputMode="numeric" {...field('maxOrder')} />
            <TextField label="Dollars a day" inputMode="numeric" {...field('maxDay')} />
          </div>
          <SelectField
            label="Side"
            value={typed.side}
            onChange={({ target }) => setTyped({ ...typed, side: target.value as KeyFormValues['side'] })}
          >
            <option value="">Bids and asks</option>
            <option value="bid">Bids only</option>
            <option value="ask">Asks only</option>
          </SelectField>
          <TextField
            label="Products"
            placeholder="Numbers, or addresses of their pages"
            {...field('products')}
          />
          <TextField
            label="Network addresses"
            placeholder="203.0.113.7, 203.0.113.0/24"
            {...field('addresses')}
          />
        </fieldset>
        {changed ? null : (
          <SelectField label="Expires" value={days} onChange={({ target }) => setDays(target.value)}>
            {DAYS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        <FaultText>{fault}</FaultText>
        <div className="flex flex-wrap gap-3">
          <Button onClick={onEnd}>BACK</Button>
          <SubmitButton isBusy={isPending} isReplacement>
            {changed ? 'Save' : 'Make the key'}
          </SubmitButton>
        </div>
      </form>
      {verification}
    </>
  );
}

import { type FormEvent, useState } from 'react';
import type { TypedAccount } from '../../api/payments.js';
import { TextField } from '../../ui/field.js';
import { SubmitButton } from '../../ui/submit-button.js';

interface ReturnAccountFormProps {
  readonly isBusy: boolean;
  readonly onSend: (account: TypedAccount) => void;
}

/** The account for the money of a line whose payer the bank has not named, or whose money has come back from there. */
export function ReturnAccountForm({ isBusy, onSend }: ReturnAccountFormProps) {
  const [typed, setTyped] = useState<TypedAccount>({ holder: '', account: '', bankCode: '' });
  const [isTried, setIsTried] = useState(false);
  const fault = (name: 'holder' | 'account', text: string) =>
    isTried && typed[name].trim() === '' ? { error: text } : {};
  function send(event: FormEvent): void {
    event.preventDefault();
    const trimmed = {
      holder: typed.holder.trim(),
      account: typed.account.trim(),
      bankCode: typed.bankCode.trim(),
    };
    setIsTried(true);
    if (trimmed.holder !== '' && trimmed.account !== '' && !isBusy) {
      onSend(trimmed);
    }
  }
  const field = (name: keyof TypedAccount) => ({
    autoComplete: 'off',
    spellCheck: false,
    value: typed[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <form className="flex flex-col gap-5" onSubmit={send} noValidate>
      <p>
        The bank has not named the account that it came from, or the money has come back from there. Enter the
        one that the payer has confirmed to us. Another member releases the list.
      </p>
      <TextField
        label="Account holder"
        maxLength={70}
        {...field('holder')}
        {...fault('holder', 'Enter the name of the account holder.')}
      />
      <TextField
        label="IBAN or account number"
        maxLength={40}
        {...field('account')}
        {...fault('account', 'Enter an IBAN, or an account number.')}
      />
      <TextField
        label="Routing number, for an account number"
        inputMode="numeric"
        maxLength={20}
        {...field('bankCode')}
      />
      <SubmitButton isBusy={isBusy}>Send back</SubmitButton>
    </form>
  );
}

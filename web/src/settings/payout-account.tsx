import { zodResolver } from '@hookform/resolvers/zod';
import { MAX_HOLDER_LENGTH, type PaymentSetup } from '@perkex/contract/payment-setup.js';
import {
  accountText,
  looksLikeIban,
  parseAccountNumber,
  parseIban,
  parseRoutingNumber,
} from '@perkex/core/bank/bank-account.js';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { saveBankAccount, type TypedAccount } from '../api/payments.js';
import { RemovePayouts } from '../payments/remove-payouts.js';
import { Button } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';
import { TextField } from '../ui/field.js';
import { SubmitButton } from '../ui/submit-button.js';
import { showActionSuccess } from '../ui/toast.js';
import { useVerifiedChange } from '../user/use-verified-change.js';

const accountSchema = z
  .object({
    holder: z
      .string()
      .check(
        z.minLength(1, 'Enter the name of the account holder.'),
        z.maxLength(MAX_HOLDER_LENGTH, `Enter at most ${MAX_HOLDER_LENGTH} characters.`),
      ),
    account: z.string(),
    bankCode: z.string(),
  })
  .check(
    z.superRefine(({ account, bankCode }, { addIssue }) => {
      const isIban = looksLikeIban(account);
      if ((isIban ? parseIban(account) : parseAccountNumber(account)) === null) {
        const message = isIban
          ? 'This IBAN is not right: its check digits do not match.'
          : 'Enter an IBAN, or an account number of 4 to 17 digits.';
        addIssue({ code: 'custom', path: ['account'], message });
      } else if (!isIban && parseRoutingNumber(bankCode) === null) {
        addIssue({ code: 'custom', path: ['bankCode'], message: 'Enter the routing number: 9 digits.' });
      }
    }),
  );

interface PayoutAccountProps {
  readonly account: PaymentSetup['bankAccount'];
}

/** The account that the user is paid to by bank transfer, and its form. */
export function PayoutAccount({ account }: PayoutAccountProps) {
  const [isEditing, setIsEditing] = useState(false);
  if (isEditing) {
    return <AccountForm onEnd={() => setIsEditing(false)} />;
  }
  return (
    <div className="mt-3 flex flex-col gap-3 border-t border-line pt-4">
      {account === null ? (
        <p className="text-sm text-muted">
          PerkeX pays you by bank transfer, whichever method is chosen. Without an account, it cannot pay you
          yet.
        </p>
      ) : (
        <p className="text-sm wrap-anywhere">
          <span className="block text-muted">
            PerkeX pays you by bank transfer, whichever method is chosen:
          </span>
          <span className="block font-semibold">{account.holder}</span>
          <span className="block">{accountText(account.account)}</span>
          {account.bankCode === null ? null : (
            <span className="block">Routing number {account.bankCode}</span>
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setIsEditing(true)}>
          {account === null ? 'Add your account' : 'Change the account'}
        </Button>
        {account === null ? null : <RemovePayouts />}
      </div>
    </div>
  );
}

function AccountForm({ onEnd }: { readonly onEnd: () => void }) {
  const { register, handleSubmit, formState, control } = useForm<TypedAccount>({
    resolver: zodResolver(accountSchema),
    defaultValues: { holder: '', account: '', bankCode: '' },
  });
  const hasIban = looksLikeIban(useWatch({ control, name: 'account' }));
  const { mutate, isPending, fault, verification } = useVerifiedChange(saveBankAccount, {
    reason: 'This changes where your money goes. Nothing is saved until you confirm.',
    onDone: () => {
      showActionSuccess('Your account is saved.');
      onEnd();
    },
  });
  const field = (name: keyof TypedAccount) => ({
    ...register(name, { setValueAs: (text: string) => text.trim() }),
    error: formState.errors[name]?.message,
    spellCheck: false,
  });
  return (
    <>
      <form
        noValidate
        onSubmit={handleSubmit((typed) => mutate(typed))}
        className="mt-3 flex flex-col gap-4 border-t border-line pt-4"
      >
        <TextField label="Account holder" autoComplete="name" {...field('holder')} />
        <TextField label="IBAN or account number" autoComplete="off" {...field('account')} />
        {hasIban ? null : (
          <TextField label="Routing number" inputMode="numeric" autoComplete="off" {...field('bankCode')} />
        )}
        <FaultText>{fault}</FaultText>
        <div className="flex flex-wrap gap-3">
          <Button onClick={onEnd}>BACK</Button>
          <SubmitButton isBusy={isPending} isReplacement>
            Save
          </SubmitButton>
        </div>
      </form>
      {verification}
    </>
  );
}

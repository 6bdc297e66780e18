import { SecurityRow } from './security-row.js';
import { RequiredPasswordForm } from './step-forms.js';
import { useRowStep } from './use-row-step.js';
import { useFactorAction } from './use-verified-action.js';

interface RecoveryFactorProps {
  readonly left: number;
  readonly hasPassword: boolean;
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
}

/** The codes for a lost app or phone: how many are left, and a button for new ones. */
export function RecoveryFactor({ left, hasPassword, onRecoveryCodes }: RecoveryFactorProps) {
  const { step, go, end, leave, opener } = useRowStep<'password'>();
  const renew = useFactorAction('renewRecoveryCodes', {
    onDone({ recoveryCodes }) {
      onRecoveryCodes(recoveryCodes);
      leave();
    },
    success: 'You have new recovery codes.',
  });
  return (
    <SecurityRow
      name="Recovery codes"
      status={`${left} left, for when you don't have your app or phone`}
      action={opener('New recovery codes', () => go('password'))}
    >
      {step === null ? null : (
        <RequiredPasswordForm
          submitText="MAKE NEW CODES"
          action={renew}
          hasPassword={hasPassword}
          onBack={end}
        />
      )}
      {renew.verification}
    </SecurityRow>
  );
}

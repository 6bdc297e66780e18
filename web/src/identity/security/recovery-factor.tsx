import { Button } from '../../ui/button.js';
import { PasswordForm } from './factor-forms.js';
import { PasswordMissing } from './password-missing.js';
import { SecurityRow } from './security-section.js';
import { useRowStep } from './use-row-step.js';
import { useSecurityAction } from './use-security-action.js';

interface RecoveryFactorProps {
  readonly left: number;
  readonly hasPassword: boolean;
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
}

/** The codes for a lost app or phone: how many are left, and a way to get new ones. */
export function RecoveryFactor({ left, hasPassword, onRecoveryCodes }: RecoveryFactorProps) {
  const { step, go, end, leave, button } = useRowStep<'password'>();
  const renew = useSecurityAction({
    call: (settings, password: string) => settings.renewRecoveryCodes(password),
    onDone(codes) {
      onRecoveryCodes(codes);
      leave();
    },
    success: 'You have new recovery codes.',
  });
  return (
    <SecurityRow
      name="Recovery codes"
      status={`${left} left, for when you don't have your app or phone`}
      action={
        step === null ? (
          <Button ref={button} onClick={() => go('password')}>
            New recovery codes
          </Button>
        ) : null
      }
    >
      {step !== null && hasPassword ? (
        <PasswordForm
          submitText="MAKE NEW CODES"
          isBusy={renew.isPending}
          onPassword={renew.mutateAsync}
          onBack={end}
        />
      ) : null}
      {step !== null && !hasPassword ? <PasswordMissing onBack={end} /> : null}
    </SecurityRow>
  );
}

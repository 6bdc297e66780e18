import { PhoneSetup } from './phone-setup.js';
import { SecurityRow } from './security-row.js';
import { RequiredPasswordForm } from './step-forms.js';
import { useConfirmation } from './use-confirmation.js';
import { useRowStep } from './use-row-step.js';
import { useFactorAction } from './use-verified-action.js';

interface PhoneFactorProps {
  /** The last digits of the number; null if the factor is off. */
  readonly phone: string | null;
  readonly hasPassword: boolean;
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
}

/** Codes by phone: off, being set up, on. */
export function PhoneFactor({ phone, hasPassword, onRecoveryCodes }: PhoneFactorProps) {
  const row = useRowStep<'setup' | 'off'>();
  const { step, go, end, opener } = row;
  const confirm = useConfirmation('confirmPhone', {
    row,
    onRecoveryCodes,
    success: 'Your phone is turned on.',
  });
  const off = useFactorAction('turnPhoneOff', { onDone: end, success: 'Your phone is turned off.' });
  const isOn = phone !== null;
  return (
    <SecurityRow
      name="Phone"
      status={isOn ? `Codes are sent to ${phone}` : 'Turned off'}
      action={opener(isOn ? 'Turn off phone' : 'Set up phone', () => go(isOn ? 'off' : 'setup'))}
    >
      {step === 'setup' ? <PhoneSetup hasPassword={hasPassword} confirm={confirm} onBack={end} /> : null}
      {step === 'off' ? (
        <RequiredPasswordForm submitText="TURN OFF" action={off} hasPassword={hasPassword} onBack={end} />
      ) : null}
      {confirm.verification}
      {off.verification}
    </SecurityRow>
  );
}

import { Button } from '../../ui/button.js';
import { PhoneSetup } from './phone-setup.js';
import { SecurityRow } from './security-section.js';
import { TurnOff } from './turn-off.js';
import { useRowStep } from './use-row-step.js';

interface PhoneFactorProps {
  /** The last digits of the number; null if the factor is off. */
  readonly phone: string | null;
  readonly hasPassword: boolean;
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
}

/** Codes by phone: off, being set up, on. */
export function PhoneFactor({ phone, hasPassword, onRecoveryCodes }: PhoneFactorProps) {
  const { step, go, end, leave, button } = useRowStep<'setup' | 'off'>();
  const isOn = phone !== null;

  function show(codes: readonly string[]) {
    onRecoveryCodes(codes);
    leave();
  }

  return (
    <SecurityRow
      name="Phone"
      status={isOn ? `Codes are sent to ${phone}` : 'Turned off'}
      action={
        step === null ? (
          <Button ref={button} onClick={() => go(isOn ? 'off' : 'setup')}>
            {isOn ? 'Turn off phone' : 'Set up phone'}
          </Button>
        ) : null
      }
    >
      {step === 'setup' ? <PhoneSetup hasPassword={hasPassword} onRecoveryCodes={show} onEnd={end} /> : null}
      {step === 'off' ? (
        <TurnOff factor="phone" hasPassword={hasPassword} success="Your phone is turned off." onEnd={end} />
      ) : null}
    </SecurityRow>
  );
}

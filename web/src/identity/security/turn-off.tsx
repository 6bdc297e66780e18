import { PasswordForm, PasswordMissing } from './factor-forms.js';
import { useSecurityAction } from './use-security-action.js';

interface TurnOffProps {
  readonly factor: 'app' | 'phone';
  readonly hasPassword: boolean;
  /** The toast of a success. */
  readonly success: string;
  readonly onEnd: () => void;
}

/** Turns a factor off, for the password. */
export function TurnOff({ factor, hasPassword, success, onEnd }: TurnOffProps) {
  const { mutate, isPending } = useSecurityAction({
    call: (settings, password: string) => settings.turnOff(factor, password),
    onDone: onEnd,
    success,
  });
  return hasPassword ? (
    <PasswordForm submitText="TURN OFF" isBusy={isPending} onPassword={mutate} onBack={onEnd} />
  ) : (
    <PasswordMissing onBack={onEnd} />
  );
}

import { PasswordForm } from './factor-forms.js';
import { PasswordMissing } from './password-missing.js';
import { useSecurityAction } from './use-security-action.js';

interface TurnOffProps {
  readonly factor: 'app' | 'phone';
  readonly hasPassword: boolean;
  /** The toast of a success. */
  readonly success: string;
  readonly onEnd: () => void;
}

/** Turns a factor off after asking for the password. */
export function TurnOff({ factor, hasPassword, success, onEnd }: TurnOffProps) {
  const { mutateAsync, isPending } = useSecurityAction({
    call: (settings, password: string) => settings.turnOff(factor, password),
    onDone: onEnd,
    success,
  });
  return hasPassword ? (
    <PasswordForm submitText="TURN OFF" isBusy={isPending} onPassword={mutateAsync} onBack={onEnd} />
  ) : (
    <PasswordMissing onBack={onEnd} />
  );
}

import type { AppSecret } from '@perkex/contract/identity.js';
import { PausableButton } from '../../ui/button.js';
import { AppSetup } from './app-setup.js';
import { PasswordForm } from './factor-forms.js';
import { SecurityRow } from './security-section.js';
import { TurnOff } from './turn-off.js';
import { useRowStep } from './use-row-step.js';
import { useSecurityAction } from './use-security-action.js';

type Step = { readonly type: 'off' | 'password' } | { readonly type: 'setup'; readonly app: AppSecret };

interface AppFactorProps {
  readonly isOn: boolean;
  readonly hasPassword: boolean;
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
}

/** The authenticator app: off, being set up, on. */
export function AppFactor({ isOn, hasPassword, onRecoveryCodes }: AppFactorProps) {
  const { step, go, end, leave, button } = useRowStep<Step>();
  const start = useSecurityAction({
    call: (settings, password: string) => settings.startApp(password),
    onDone: (app) => go({ type: 'setup', app }),
  });

  function show(codes: readonly string[]) {
    onRecoveryCodes(codes);
    leave();
  }

  function begin() {
    if (isOn) {
      go({ type: 'off' });
    } else if (hasPassword) {
      go({ type: 'password' });
    } else {
      start.mutate('');
    }
  }

  return (
    <SecurityRow
      name="Authenticator app"
      status={isOn ? 'Turned on' : 'Turned off'}
      action={
        step === null ? (
          <PausableButton ref={button} isPaused={start.isPending} onClick={begin}>
            {isOn ? 'Turn off app' : 'Set up app'}
          </PausableButton>
        ) : null
      }
    >
      {step?.type === 'password' ? (
        <PasswordForm
          submitText="CONTINUE"
          isBusy={start.isPending}
          onPassword={start.mutateAsync}
          onBack={end}
        />
      ) : null}
      {step?.type === 'setup' ? <AppSetup app={step.app} onRecoveryCodes={show} onEnd={end} /> : null}
      {step?.type === 'off' ? (
        <TurnOff
          factor="app"
          hasPassword={hasPassword}
          success="Your authenticator app is turned off."
          onEnd={end}
        />
      ) : null}
    </SecurityRow>
  );
}

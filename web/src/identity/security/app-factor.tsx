import type { AppSecret } from '@perkex/contract/identity.js';
import { AppSetup } from './app-setup.js';
import { SecurityRow } from './security-row.js';
import { PasswordForm, RequiredPasswordForm } from './step-forms.js';
import { useConfirmation } from './use-confirmation.js';
import { useRowStep } from './use-row-step.js';
import { useFactorAction } from './use-verified-action.js';

type Step = { readonly type: 'off' | 'password' } | { readonly type: 'setup'; readonly app: AppSecret };

interface AppFactorProps {
  readonly isOn: boolean;
  readonly hasPassword: boolean;
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
}

/** The authenticator app: off, being set up, on. */
export function AppFactor({ isOn, hasPassword, onRecoveryCodes }: AppFactorProps) {
  const row = useRowStep<Step>();
  const { step, go, end, opener } = row;
  const start = useFactorAction('startApp', { onDone: (app) => go({ type: 'setup', app }) });
  const confirm = useConfirmation('confirmApp', {
    row,
    onRecoveryCodes,
    success: 'Your authenticator app is turned on.',
  });
  const off = useFactorAction('turnAppOff', {
    onDone: end,
    success: 'Your authenticator app is turned off.',
  });

  function begin() {
    if (isOn) {
      go({ type: 'off' });
    } else if (hasPassword) {
      go({ type: 'password' });
    } else {
      start.mutate({ password: '' });
    }
  }

  return (
    <SecurityRow
      name="Authenticator app"
      status={isOn ? 'Turned on' : 'Turned off'}
      action={opener(isOn ? 'Turn off app' : 'Set up app', begin, start.isPending)}
    >
      {step?.type === 'password' ? <PasswordForm submitText="CONTINUE" action={start} onBack={end} /> : null}
      {step?.type === 'setup' ? <AppSetup app={step.app} confirm={confirm} onBack={end} /> : null}
      {step?.type === 'off' ? (
        <RequiredPasswordForm submitText="TURN OFF" action={off} hasPassword={hasPassword} onBack={end} />
      ) : null}
      {start.verification}
      {confirm.verification}
      {off.verification}
    </SecurityRow>
  );
}

import type { AppSecret } from '@perkex/contract/identity.js';
import { Button } from '../../ui/button.js';
import { copyText } from '../../ui/copy-text.js';
import { QrCode } from '../../ui/qr-code.js';
import { CodeForm, type StepAction } from './step-forms.js';

const GROUPS_OF_FOUR = /.{1,4}/g;
const COPIED = {
  success: 'Key copied.',
  failure: 'The key could not be copied. Please type it in.',
};

interface AppSetupProps {
  readonly app: AppSecret;
  readonly confirm: StepAction<{ readonly code: string }>;
  readonly onBack: () => void;
}

/** Shows the app's secret to scan or type in, and asks for its first code. */
export function AppSetup({ app, confirm, onBack }: AppSetupProps) {
  return (
    <div className="flex flex-col gap-5">
      <p>
        Scan this with an authenticator app, or enter the key by hand. Then enter the code that the app shows.
      </p>
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={app.uri} name="QR code for your authenticator app" />
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-sm text-muted">Key</p>
          <p className="max-w-60 font-mono wrap-anywhere">{app.secret.match(GROUPS_OF_FOUR)?.join(' ')}</p>
          <Button className="mt-2 self-start" onClick={() => void copyText(app.secret, COPIED)}>
            Copy key
          </Button>
        </div>
      </div>
      {/* A phone cannot scan its own screen. */}
      <a
        href={app.uri}
        className="hidden min-h-11 items-center self-start underline decoration-edge underline-offset-4 hover:decoration-ink max-md:inline-flex pointer-coarse:inline-flex"
      >
        Open in an authenticator app
      </a>
      <CodeForm action={confirm} onBack={onBack} />
    </div>
  );
}

import { type LoginSecurity, SECOND_FACTORS, type SecondFactor } from '@perkex/contract/identity.js';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { identityProvider } from '../api/identity/chosen-provider.js';
import { errorSentence } from '../api/identity/error-sentence.js';
import { securityQuery } from '../api/identity/security.js';
import { useUid } from '../session/auth-store.js';
import { PausableButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { SubmitButton } from '../ui/submit-button.js';
import { PasswordField } from './password-field.js';
import { PhoneCode } from './phone-code.js';

interface ProofDialogProps {
  /** What the proof is for. */
  readonly reason: string;
  /** Called once the session is proved. */
  readonly onProved: () => void;
  readonly onCancel: () => void;
}

type Means = 'password' | SecondFactor;

const NAMES: Readonly<Record<Means, string>> = {
  password: 'Password',
  app: 'Authenticator app',
  phone: 'Code by SMS',
  recovery: 'Recovery code',
};

/** Asks for a proof in an open session: the password, or a code of the second factor. */
export function ProofDialog({ reason, onProved, onCancel }: ProofDialogProps) {
  const { data, isError } = useQuery(securityQuery(useUid()));
  const [isBusy, setIsBusy] = useState(false);
  const means = data ? meansOf(data) : [];
  return (
    <Dialog title="Confirm it's you" onCancel={onCancel} isBusy={isBusy}>
      <p className="text-muted">{reason}</p>
      {data && means.length > 0 ? (
        <ProofForm
          means={means}
          phone={data.phone}
          isBusy={isBusy}
          setIsBusy={setIsBusy}
          onProved={onProved}
          onCancel={onCancel}
        />
      ) : (
        <>
          <p role="status">{data || isError ? NO_MEANS : 'Loading'}</p>
          <PausableButton isPaused={false} onClick={onCancel}>
            CANCEL
          </PausableButton>
        </>
      )}
    </Dialog>
  );
}

const NO_MEANS = 'Please log out and log in again. That counts for ten minutes.';

/** With Firebase the codes are Google's, for its own logins only. */
function meansOf({ hasPassword, app, phone, recoveryCodes }: LoginSecurity): Means[] {
  const has: Readonly<Record<Means, boolean>> = {
    password: hasPassword,
    app: app === true,
    phone: phone !== null && recoveryCodes !== null,
    recovery: recoveryCodes !== null && recoveryCodes > 0,
  };
  return (['password', ...SECOND_FACTORS] as const).filter((means) => has[means]);
}

interface ProofFormProps extends Omit<ProofDialogProps, 'reason'> {
  readonly means: readonly Means[];
  readonly phone: string | null;
  readonly isBusy: boolean;
  readonly setIsBusy: (isBusy: boolean) => void;
}

function ProofForm({ means, phone, isBusy, setIsBusy, onProved, onCancel }: ProofFormProps) {
  const [chosen, setChosen] = useState<Means>(means[0] ?? 'password');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // It may come after the dialog, once it is known what there is to prove by.
  useEffect(() => field.current?.focus(), []);

  async function prove(event: FormEvent) {
    event.preventDefault();
    if (isBusy) {
      return;
    }
    if (typed.trim() === '') {
      refuse(chosen === 'password' ? 'Password is required' : 'Code is required');
      return;
    }
    setIsBusy(true);
    try {
      const { security } = await identityProvider();
      await security.prove(chosen === 'password' ? { password: typed } : { factor: chosen, code: typed });
      setIsBusy(false);
      onProved();
    } catch (reason) {
      setIsBusy(false);
      refuse(errorSentence(reason));
    }
  }

  function refuse(sentence: string) {
    setError(sentence);
    field.current?.select();
  }

  function choose(other: Means) {
    setChosen(other);
    setTyped('');
    setError('');
  }

  const shared = {
    ref: field,
    value: typed,
    error: error === '' ? undefined : error,
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value);
      setError('');
    },
  };
  return (
    <form noValidate onSubmit={prove} className="flex flex-col gap-4">
      {means.length > 1 ? <MeansChoice means={means} chosen={chosen} onChoose={choose} /> : null}
      {chosen === 'phone' ? (
        <PhoneCode
          phone={phone}
          sendCode={async () => (await identityProvider()).security.sendProofCode()}
          onSent={() => field.current?.focus()}
          onOver={onCancel}
        />
      ) : null}
      {chosen === 'password' ? (
        <PasswordField autoComplete="current-password" {...shared} />
      ) : (
        <TextField
          label="CODE"
          autoComplete="one-time-code"
          inputMode={chosen === 'recovery' ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          {...shared}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <PausableButton isPaused={isBusy} className="flex-1" onClick={onCancel}>
          CANCEL
        </PausableButton>
        <SubmitButton isBusy={isBusy} className="flex-1">
          CONFIRM
        </SubmitButton>
      </div>
    </form>
  );
}

interface MeansChoiceProps {
  readonly means: readonly Means[];
  readonly chosen: Means;
  readonly onChoose: (means: Means) => void;
}

function MeansChoice({ means, chosen, onChoose }: MeansChoiceProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-col">
      <legend className="sr-only">How do you want to confirm?</legend>
      {means.map((one) => (
        <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={one === chosen}
            onChange={() => onChoose(one)}
            className="size-5 shrink-0 accent-ink"
          />
          {NAMES[one]}
        </label>
      ))}
    </fieldset>
  );
}

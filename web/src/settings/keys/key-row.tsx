import { useId, useRef, useState } from 'react';
import { type OwnKey, revokeKey } from '../../api/keys.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { showActionSuccess } from '../../ui/toast.js';
import { useVerifiedChange } from '../../user/use-verified-change.js';
import { KeyForm } from './key-form.js';
import { limitsOf, SCOPE_WORDS, timesOf } from './key-words.js';

interface KeyRowProps {
  readonly shown: OwnKey;
}

/** A key with its scopes, limits and last use. */
export function KeyRow({ shown }: KeyRowProps) {
  const [step, setStep] = useState<'none' | 'change' | 'revoke'>('none');
  const detailsId = useId();
  const changeButton = useRef<HTMLButtonElement>(null);
  const { name, scopes, isExpired } = shown;
  const limits = limitsOf(shown);
  function endChange(): void {
    setStep('none');
    changeButton.current?.focus();
  }
  return (
    <li className="flex flex-col gap-4 border-t border-line py-4 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
            {name}
            {isExpired ? (
              <span className="rounded-control border border-edge px-2 text-sm font-semibold">Expired</span>
            ) : null}
          </p>
          <div id={detailsId} className="flex flex-col gap-1 text-sm text-muted wrap-anywhere">
            <p>
              {scopes.map((scope) => SCOPE_WORDS[scope].label).join(', ')}
              {limits.length > 0 ? `: ${limits.join('; ')}` : ', without limits'}
            </p>
            <p>{timesOf(shown)}</p>
          </div>
        </div>
        <div className="flex gap-3">
          <Button
            ref={changeButton}
            aria-label={`Change ${name}`}
            aria-describedby={detailsId}
            aria-expanded={step === 'change'}
            onClick={() => setStep(step === 'change' ? 'none' : 'change')}
          >
            Change
          </Button>
          <Button
            look="danger"
            aria-label={`Revoke ${name}`}
            aria-describedby={detailsId}
            onClick={() => setStep('revoke')}
          >
            Revoke
          </Button>
        </div>
      </div>
      {step === 'change' ? <KeyForm changed={shown} onMade={endChange} onEnd={endChange} /> : null}
      {step === 'revoke' ? <RevokeDialog shown={shown} onEnd={() => setStep('none')} /> : null}
    </li>
  );
}

interface RevokeDialogProps extends KeyRowProps {
  readonly onEnd: () => void;
}

function RevokeDialog({ shown: { key, name }, onEnd }: RevokeDialogProps) {
  const { mutate, isPending, fault, verification } = useVerifiedChange(
    (client, userId) => revokeKey(client, userId, key),
    {
      reason: 'The key works until you confirm.',
      onDone: () => {
        showActionSuccess(`The key “${name}” is revoked.`);
      },
    },
  );
  return (
    verification ?? (
      <ConfirmDialog
        title="Revoke the key?"
        label="Revoke"
        look="danger"
        isBusy={isPending}
        fault={fault}
        onConfirm={mutate}
        onClose={onEnd}
      >
        <p className="wrap-anywhere">
          Programs that use “{name}” are refused at once. Orders that they have placed stay open, and their
          rules for prices stay in force.
        </p>
      </ConfirmDialog>
    )
  );
}

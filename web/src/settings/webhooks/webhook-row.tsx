import { useId, useRef, useState } from 'react';
import { deleteWebhook, type OwnWebhook, renewSecret, switchWebhook } from '../../api/webhooks.js';
import { paths } from '../../links/paths.js';
import { Link } from '../../routing/link.js';
import { Button, buttonClass, PausableButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FaultText } from '../../ui/fault-text.js';
import { showActionSuccess } from '../../ui/toast.js';
import { useVerifiedChange } from '../../user/use-verified-change.js';
import { WebhookForm } from './webhook-form.js';
import { detailsOf, offText, waitingText } from './webhook-words.js';

interface WebhookRowProps {
  readonly shown: OwnWebhook;
  /** Called with a new secret. */
  readonly onRenewed: (secret: string, url: string) => void;
}

/** A webhook with its state and what can be changed. */
export function WebhookRow({ shown, onRenewed }: WebhookRowProps) {
  const [step, setStep] = useState<'none' | 'change' | 'renew' | 'delete'>('none');
  const detailsId = useId();
  const changeButton = useRef<HTMLButtonElement>(null);
  const { webhook, url } = shown;
  const off = offText(shown);
  function endChange(): void {
    setStep('none');
    changeButton.current?.focus();
  }
  return (
    <li className="flex flex-col gap-4 border-t border-line py-4 last:pb-0">
      <div className="flex flex-col gap-1">
        <p className="font-semibold wrap-anywhere">{url}</p>
        <div id={detailsId} className="flex flex-col gap-1 text-sm text-muted wrap-anywhere">
          <p>{detailsOf(shown)}.</p>
          <p>{waitingText(shown)}.</p>
        </div>
        {off === null ? null : <p className="text-sm text-error">{off}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.deliveries(webhook)} aria-describedby={detailsId} className={buttonClass()}>
          Deliveries
        </Link>
        <Button
          ref={changeButton}
          aria-describedby={detailsId}
          aria-expanded={step === 'change'}
          onClick={() => setStep(step === 'change' ? 'none' : 'change')}
        >
          Change
        </Button>
        <Button aria-describedby={detailsId} onClick={() => setStep('renew')}>
          New secret
        </Button>
        <SwitchButton shown={shown} detailsId={detailsId} />
        <Button look="danger" aria-describedby={detailsId} onClick={() => setStep('delete')}>
          Delete
        </Button>
      </div>
      {step === 'change' ? <WebhookForm changed={shown} onMade={endChange} onEnd={endChange} /> : null}
      {step === 'renew' ? (
        <RenewDialog shown={shown} onRenewed={onRenewed} onEnd={() => setStep('none')} />
      ) : null}
      {step === 'delete' ? <DeleteDialog shown={shown} onEnd={() => setStep('none')} /> : null}
    </li>
  );
}

function SwitchButton({ shown, detailsId }: { readonly shown: OwnWebhook; readonly detailsId: string }) {
  const { webhook, off } = shown;
  const { mutate, isPending, fault, verification } = useVerifiedChange(
    (client, userId, isOn: boolean) => switchWebhook(client, userId, webhook, isOn).then(() => isOn),
    {
      reason: 'Nothing is changed until you confirm.',
      onDone: (isOn) => showActionSuccess(isOn ? 'The webhook is on.' : 'The webhook is off.'),
    },
  );
  return (
    <>
      <PausableButton aria-describedby={detailsId} isPaused={isPending} onClick={() => mutate(off !== null)}>
        {off === null ? 'Turn off' : 'Turn on'}
      </PausableButton>
      <FaultText>{fault}</FaultText>
      {verification}
    </>
  );
}

interface DialogProps {
  readonly shown: OwnWebhook;
  readonly onEnd: () => void;
}

function RenewDialog({ shown, onRenewed, onEnd }: DialogProps & Pick<WebhookRowProps, 'onRenewed'>) {
  const { webhook } = shown;
  const { mutate, isPending, fault, verification } = useVerifiedChange(
    (client, userId) => renewSecret(client, userId, webhook),
    {
      reason: 'The secret stays until you confirm.',
      onDone: ({ secret, webhook: { url } }) => {
        onEnd();
        onRenewed(secret, url);
      },
    },
  );
  return (
    verification ?? (
      <ConfirmDialog
        label="Make a new secret"
        isBusy={isPending}
        fault={fault}
        onConfirm={mutate}
        onClose={onEnd}
      >
        <p>
          For 24 hours, events are signed with both the new and the current secret, so your server can change
          over.
          {shown.formerSecretUntil === null ? '' : ' The one before that ends at once.'}
        </p>
      </ConfirmDialog>
    )
  );
}

function DeleteDialog({ shown, onEnd }: DialogProps) {
  const { webhook, url } = shown;
  const { mutate, isPending, fault, verification } = useVerifiedChange(
    (client, userId) => deleteWebhook(client, userId, webhook),
    {
      reason: 'The webhook stays until you confirm.',
      onDone: () => {
        showActionSuccess('The webhook is deleted.');
      },
    },
  );
  return (
    verification ?? (
      <ConfirmDialog
        title="Delete the webhook?"
        label="Delete"
        look="danger"
        isBusy={isPending}
        fault={fault}
        onConfirm={mutate}
        onClose={onEnd}
      >
        <p className="wrap-anywhere">
          {url} gets no more events. Those that wait, and the list of deliveries, are deleted.
        </p>
      </ConfirmDialog>
    )
  );
}

import { EVENT_KINDS, type EventKind } from '@perkex/contract/event-kinds.js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { changeWebhook, makeWebhook, type OwnWebhook, type WebhookTerms } from '../../api/webhooks.js';
import { Button } from '../../ui/button.js';
import { FaultText } from '../../ui/fault-text.js';
import { TextField } from '../../ui/field.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { showActionSuccess } from '../../ui/toast.js';
import { useVerifiedChange } from '../../user/use-verified-change.js';
import { CheckboxList } from '../checkbox-list.js';
import { KIND_WORDS } from './webhook-words.js';

interface WebhookFormProps {
  /** The webhook that is changed; null for a new one. */
  readonly changed: OwnWebhook | null;
  /** Called with the secret of a new webhook. */
  readonly onMade: (secret: string, url: string) => void;
  readonly onEnd: () => void;
}

interface Errors {
  readonly url?: string;
  readonly kinds?: string;
}

/** The address and the kinds of events of a webhook. */
export function WebhookForm({ changed, onMade, onEnd }: WebhookFormProps) {
  const [url, setUrl] = useState(changed?.url ?? '');
  const [kinds, setKinds] = useState<readonly EventKind[]>(changed?.kinds ?? EVENT_KINDS);
  const [errors, setErrors] = useState<Errors>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors.url ?? errors.kinds) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], [type=checkbox]')?.focus();
    }
  }, [errors]);
  const { mutate, isPending, fault, verification } = useVerifiedChange(
    async (client, userId, terms: WebhookTerms) => {
      if (changed) {
        await changeWebhook(client, userId, changed.webhook, terms);
        return null;
      }
      return makeWebhook(client, userId, terms);
    },
    {
      reason: 'A webhook sends your events to another website. Nothing is saved until you confirm.',
      onDone: (made) => {
        if (made) {
          onMade(made.secret, made.webhook.url);
        } else {
          showActionSuccess('Your webhook is changed.');
          onEnd();
        }
      },
    },
  );
  function submit(event: FormEvent): void {
    event.preventDefault();
    const found = errorsOf(url.trim(), kinds);
    setErrors(found);
    if (!found.url && !found.kinds) {
      mutate({ url: url.trim(), kinds: [...kinds] });
    }
  }
  return (
    <>
      <form ref={form} noValidate onSubmit={submit} className="mt-1 flex flex-col gap-4">
        <TextField
          label="Address"
          type="url"
          placeholder="https://your-server.example/perkex"
          autoComplete="off"
          spellCheck={false}
          value={url}
          error={errors.url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <CheckboxList
          legend="What it gets"
          choices={EVENT_KINDS}
          words={KIND_WORDS}
          chosen={kinds}
          error={errors.kinds}
          onChoose={setKinds}
        />
        <FaultText>{fault}</FaultText>
        <div className="flex flex-wrap gap-3">
          <Button onClick={onEnd}>BACK</Button>
          <SubmitButton isBusy={isPending} isReplacement>
            {changed ? 'Save' : 'Make the webhook'}
          </SubmitButton>
        </div>
      </form>
      {verification}
    </>
  );
}

function errorsOf(url: string, kinds: readonly EventKind[]): Errors {
  const isAddress = /^https:\/\/[^/?#@\\]+([/?][^#]*)?$/i.test(url) && URL.canParse(url);
  return {
    ...(isAddress ? {} : { url: 'It must begin with https:// and have no login and no #.' }),
    ...(kinds.length > 0 ? {} : { kinds: 'Choose at least one kind.' }),
  };
}

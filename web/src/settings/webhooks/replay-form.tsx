import { type FormEvent, useState } from 'react';
import type { OwnWebhook } from '../../api/webhooks.js';
import { FaultText } from '../../ui/fault-text.js';
import { TextField } from '../../ui/field.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { useReplay } from './use-replay.js';

const MAX_REPLAYED = 1_000;

/** Sends a range of events again, by their numbers. */
export function ReplayForm({ webhook }: { readonly webhook: OwnWebhook }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { replay, isPending, fault } = useReplay(webhook.webhook, () => {
    setFrom('');
    setTo('');
  });
  if (webhook.off !== null) {
    return null;
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    const [first, last] = [numberOf(from), numberOf(to)];
    const isRange = first !== null && last !== null && first <= last && last - first < MAX_REPLAYED;
    setError(
      isRange ? null : `Enter the numbers of the first and the last event, at most ${MAX_REPLAYED} events.`,
    );
    if (isRange) {
      replay({ from: first, to: last });
    }
  }
  return (
    <form
      noValidate
      aria-label="Send events again"
      onSubmit={submit}
      className="flex flex-col gap-3 rounded-card border border-line p-4 md:p-6"
    >
      <h2 className="text-lg">SEND EVENTS AGAIN</h2>
      <p className="text-sm text-muted">They keep their ids, so your server recognises those that it has.</p>
      <div className="grid grid-cols-2 items-end gap-x-3 gap-y-4 *:min-w-0 sm:grid-cols-[1fr_1fr_auto]">
        <TextField
          label="From event"
          inputMode="numeric"
          autoComplete="off"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <TextField
          label="To event"
          inputMode="numeric"
          autoComplete="off"
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        <SubmitButton isBusy={isPending} className="max-sm:col-span-2 sm:min-w-36">
          Replay
        </SubmitButton>
      </div>
      <FaultText>{error ?? fault}</FaultText>
    </form>
  );
}

function numberOf(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text.trim()) ? Number(text.trim()) : null;
}

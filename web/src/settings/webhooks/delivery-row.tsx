import { counted } from '@perkex/core/counted.js';
import type { Delivery, OwnWebhook } from '../../api/webhooks.js';
import { PausableButton } from '../../ui/button.js';
import { FaultText } from '../../ui/fault-text.js';
import { momentText } from '../../ui/moment.js';
import { useReplay } from './use-replay.js';
import { KIND_WORDS } from './webhook-words.js';

const STATUS_WORDS: Readonly<Record<Delivery['status'], { readonly label: string; readonly look: string }>> =
  {
    waiting: { label: 'Waiting', look: 'border-edge' },
    delivered: { label: 'Delivered', look: 'border-line text-muted' },
    failed: { label: 'Failed', look: 'border-error text-error' },
  };

interface DeliveryRowProps {
  readonly webhook: OwnWebhook;
  readonly delivery: Delivery;
}

/** One event: its attempts, its last answer, and a button to send it again. */
export function DeliveryRow({ webhook, delivery }: DeliveryRowProps) {
  const { number, kind, status } = delivery;
  const { replay, isPending, fault } = useReplay(webhook.webhook);
  const { label, look } = STATUS_WORDS[status];
  const detailsId = `delivery-${number}`;
  const action = status === 'waiting' ? 'Retry' : 'Replay';
  return (
    <li className="flex flex-col gap-2 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-40 flex-col gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            Event {number}
            <span className="font-normal text-muted">{KIND_WORDS[kind].label}</span>
            <span className={`rounded-control border px-2 text-sm font-semibold ${look}`}>{label}</span>
          </p>
          <p id={detailsId} className="text-sm text-muted">
            {attemptsText(delivery)}
          </p>
        </div>
        {webhook.off === null ? (
          <PausableButton
            aria-label={`${action} event ${number}`}
            aria-describedby={detailsId}
            isPaused={isPending}
            onClick={() => replay({ from: number, to: number })}
          >
            {action}
          </PausableButton>
        ) : null}
      </div>
      <LastAnswer delivery={delivery} />
      <FaultText>{fault}</FaultText>
    </li>
  );
}

function attemptsText({ attempts, attemptedAt, nextAt }: Delivery): string {
  const last = attemptedAt === null ? '' : `, the last one ${momentText('local', attemptedAt)}`;
  return `${counted(attempts, 'attempt')}${last}${nextAt === null ? '' : `. Next: ${momentText('local', nextAt)}`}`;
}

/** Text of a stranger: React escapes it. */
function LastAnswer({ delivery: { answerStatus, answer } }: Pick<DeliveryRowProps, 'delivery'>) {
  if (answer === null) {
    return null;
  }
  return answerStatus === null ? (
    <p className="text-sm text-error wrap-anywhere">Failed: {answer}.</p>
  ) : (
    <div className="flex flex-col gap-1 text-sm">
      <p>Answer {answerStatus}</p>
      {answer.trim() === '' ? null : (
        <code className="max-h-40 overflow-y-auto rounded-control border border-line bg-card p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
          {answer}
        </code>
      )}
    </div>
  );
}

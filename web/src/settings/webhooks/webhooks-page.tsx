import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OwnWebhook, webhooksQuery } from '../../api/webhooks.js';
import { Button } from '../../ui/button.js';
import { FramedSection } from '../../ui/framed-section.js';
import { ErrorNotice, Placeholder } from '../../ui/states.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { useDashboardUserId } from '../../user/user.js';
import { MadeSecret } from '../made-secret.js';
import { WebhookForm } from './webhook-form.js';
import { WebhookRow } from './webhook-row.js';

const SPECIFICATION = 'https://www.standardwebhooks.com';

/** Where the user's events are sent (orders-beyond.md, "Programs"). */
export function WebhooksPage() {
  usePageTitle('Webhooks');
  const { data, isError, refetch } = useQuery(webhooksQuery(useDashboardUserId()));
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <div className="flex flex-col gap-3">
        <h1 className="text-3xl md:text-4xl">Webhooks</h1>
        <p className="text-muted">
          A webhook sends what happens to your orders, trades, deals and money to a server of yours, within
          about a second, signed according to{' '}
          <a href={SPECIFICATION} className="text-ink underline decoration-edge underline-offset-4">
            Standard Webhooks
          </a>
          . Deliveries that fail are retried for three days.
        </p>
      </div>
      {data ? (
        <Webhooks webhooks={data.webhooks} />
      ) : isError ? (
        <ErrorNotice onRetry={() => void refetch()}>Your webhooks could not be loaded.</ErrorNotice>
      ) : (
        <div role="status">
          <span className="sr-only">Loading</span>
          <Placeholder className="h-56" />
        </div>
      )}
    </div>
  );
}

function Webhooks({ webhooks }: { readonly webhooks: readonly OwnWebhook[] }) {
  const [step, setStep] = useState<'list' | 'form' | { readonly secret: string; readonly url: string }>(
    'list',
  );
  const showList = () => setStep('list');
  return (
    <FramedSection title="YOUR WEBHOOKS">
      {step === 'list' ? (
        <Button className="mt-1 self-start" onClick={() => setStep('form')}>
          Make a webhook
        </Button>
      ) : null}
      {step === 'form' ? (
        <WebhookForm changed={null} onMade={(secret, url) => setStep({ secret, url })} onEnd={showList} />
      ) : null}
      {typeof step === 'object' ? (
        <MadeSecret
          text={step.secret}
          heading={`The secret of ${step.url}`}
          noun="secret"
          loss="You would have to make another one."
          onDone={showList}
        >
          Copy it now. It won't be shown again. Your server checks with it that events come from us.
        </MadeSecret>
      ) : null}
      {webhooks.length === 0 ? (
        step === 'list' ? (
          <p className="mt-2 text-muted">You have no webhooks. Nothing is sent anywhere.</p>
        ) : null
      ) : (
        <ul className="mt-2 flex flex-col">
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.webhook}
              shown={webhook}
              onRenewed={(secret, url) => setStep({ secret, url })}
            />
          ))}
        </ul>
      )}
    </FramedSection>
  );
}

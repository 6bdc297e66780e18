import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { RefusalError } from '../../api/call.js';
import { recoveryOr } from '../../api/query-client.js';
import { type Delivery, type DeliveryStatus, deliveriesQuery, type OwnWebhook } from '../../api/webhooks.js';
import { paths } from '../../links/paths.js';
import { GrowingList, type OlderRows, usePages } from '../../lists/growing-list.js';
import { BackLink } from '../../routing/back-link.js';
import { useParams } from '../../routing/hooks.js';
import { Link } from '../../routing/link.js';
import { Button } from '../../ui/button.js';
import { copyText } from '../../ui/copy-text.js';
import { SelectField } from '../../ui/field.js';
import { ErrorNotice, Placeholder } from '../../ui/states.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { useDashboardUserId } from '../../user/user.js';
import { DeliveryRow } from './delivery-row.js';
import { ReplayForm } from './replay-form.js';
import { offText, waitingText } from './webhook-words.js';

/** While events wait, their next attempt may be any moment. */
const WAITING_INTERVAL_MS = 2_000;
const RESTING_INTERVAL_MS = 10_000;

const FILTERS: readonly (readonly [DeliveryStatus | '', string])[] = [
  ['', 'All'],
  ['waiting', 'Waiting'],
  ['delivered', 'Delivered'],
  ['failed', 'Failed'],
];

/** The events of a webhook, with their attempts and last answers. */
export function DeliveriesPage() {
  usePageTitle('Deliveries');
  const { webhook: id = '' } = useParams();
  const [status, setStatus] = useState<DeliveryStatus | ''>('');
  const { data, error, refetch, older } = usePages({
    ...deliveriesQuery(useDashboardUserId(), id, status === '' ? null : status),
    // The head of the page stays while another status is loaded.
    placeholderData: keepPreviousData,
    refetchInterval: (query) => {
      const waiting = query.state.data?.pages[0]?.webhook.waiting ?? 0;
      return recoveryOr(waiting > 0 ? WAITING_INTERVAL_MS : RESTING_INTERVAL_MS)(query);
    },
  });
  const webhook = data?.pages[0]?.webhook;
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <div className="flex flex-col gap-3">
        <BackLink to={paths.webhooks}>Webhooks</BackLink>
        <h1 className="text-3xl md:text-4xl">Deliveries</h1>
        {webhook ? <State webhook={webhook} /> : null}
      </div>
      {webhook ? <ReplayForm webhook={webhook} /> : null}
      <section
        aria-labelledby="deliveries"
        className="flex flex-col gap-4 rounded-card border border-line p-4 md:p-6"
      >
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="deliveries" className="text-lg">
            EVENTS
          </h2>
          <SelectField
            label="Show"
            value={status}
            onChange={({ target }) => setStatus(target.value as DeliveryStatus | '')}
          >
            {FILTERS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        {webhook ? (
          <Rows
            webhook={webhook}
            deliveries={data.pages.flatMap((page) => page.deliveries)}
            older={older}
            hasFilter={status !== ''}
          />
        ) : error === null ? (
          <div role="status">
            <span className="sr-only">Loading</span>
            <Placeholder className="h-56" />
          </div>
        ) : isUnknown(error) ? (
          <p>You have no such webhook. It may have been deleted.</p>
        ) : (
          <ErrorNotice onRetry={() => void refetch()}>The deliveries could not be loaded.</ErrorNotice>
        )}
      </section>
      {webhook?.off === null ? <RemovalAddress webhook={webhook} /> : null}
    </div>
  );
}

const COPIED = {
  success: 'Address copied.',
  failure: 'The address could not be copied. Please select it and copy it by hand.',
};

/** Where the receiver reports pairs that were sold elsewhere (orders-beyond.md, "Sold elsewhere"). */
function RemovalAddress({ webhook: { webhook } }: { readonly webhook: OwnWebhook }) {
  const address = `${location.origin}/api/webhooks/${useDashboardUserId()}/${webhook}/sold`;
  return (
    <section
      aria-labelledby="sold-elsewhere"
      className="flex flex-col gap-3 rounded-card border border-line p-4 md:p-6"
    >
      <h2 id="sold-elsewhere" className="text-lg">
        SOLD ELSEWHERE
      </h2>
      <p className="text-sm text-muted">
        Your server removes an ask whose pair was sold elsewhere by a message to this address, signed with the
        secret of this webhook.{' '}
        <Link to={paths.developers} className="text-ink underline decoration-edge underline-offset-4">
          How to send it
        </Link>
      </p>
      <code className="rounded-control border border-line bg-card p-3 font-mono text-sm wrap-anywhere">
        {address}
      </code>
      <Button className="self-start" onClick={() => void copyText(address, COPIED)}>
        Copy the address
      </Button>
    </section>
  );
}

function isUnknown(error: unknown): boolean {
  return error instanceof RefusalError && ['unknown-webhook', 'invalid-body'].includes(error.code);
}

function State({ webhook }: { readonly webhook: OwnWebhook }) {
  const off = offText(webhook);
  return (
    <>
      <p className="wrap-anywhere">{webhook.url}</p>
      {off === null ? null : <p className="text-error">{off}</p>}
      <p className="text-sm text-muted">{waitingText(webhook)}.</p>
    </>
  );
}

interface RowsProps {
  readonly webhook: OwnWebhook;
  readonly deliveries: readonly Delivery[];
  readonly older: OlderRows;
  readonly hasFilter: boolean;
}

function Rows({ webhook, deliveries, older, hasFilter }: RowsProps) {
  if (deliveries.length === 0) {
    return (
      <p className="text-muted">
        {hasFilter
          ? 'No event has this status.'
          : 'Nothing yet. The next event of a kind that it gets appears here.'}
      </p>
    );
  }
  return (
    <GrowingList rows={deliveries} older={older}>
      {(rows) => (
        <ul className="flex flex-col">
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.number} webhook={webhook} delivery={delivery} />
          ))}
        </ul>
      )}
    </GrowingList>
  );
}

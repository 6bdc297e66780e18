import type { AccountEvent } from '@perkex/contract/account-events.js';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { accountEventsQuery } from '../../api/identity/security.js';
import { Button } from '../../ui/button.js';
import { FramedSection } from '../../ui/framed-section.js';
import { momentText } from '../../ui/moment.js';
import { ErrorNotice, Placeholder } from '../../ui/states.js';
import { useUserId } from '../session/auth-store.js';
import { browserName } from './browser-name.js';
import { eventSentence } from './event-sentence.js';

const EVENTS_AT_ONCE = 20;

/** The history of the account, newest first. */
export function ActivitySection() {
  const { data, isError, refetch } = useQuery(accountEventsQuery(useUserId()));
  return (
    <FramedSection title="RECENT ACTIVITY">
      {data ? <Events events={data} /> : null}
      {!data && isError ? (
        <ErrorNotice onRetry={() => void refetch()}>Recent activity could not be loaded.</ErrorNotice>
      ) : null}
      {data || isError ? null : <Placeholder className="h-40" />}
    </FramedSection>
  );
}

function Events({ events }: { events: readonly AccountEvent[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(EVENTS_AT_ONCE);

  function showMore() {
    setShown(shown + EVENTS_AT_ONCE);
    // The button moves down, or disappears.
    list.current?.focus({ preventScroll: true });
  }

  if (events.length === 0) {
    return <p className="text-muted">Nothing yet.</p>;
  }
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Recent activity"
        className="focus:outline-none focus:shadow-none"
      >
        {events.slice(0, shown).map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {events.length > shown ? (
        <Button className="mt-2 self-start" onClick={showMore}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

function EventRow({ event }: { event: AccountEvent }) {
  const details = [momentText('local', event.happenedAt), browserName(event.userAgent), event.address];
  return (
    <li className="flex flex-col gap-1 border-b border-line py-3 last:border-b-0 last:pb-0">
      <p className="font-semibold">{eventSentence(event)}</p>
      <p className="wrap-anywhere text-sm text-muted">
        {details.filter((detail) => detail !== '').join(', ')}
      </p>
    </li>
  );
}

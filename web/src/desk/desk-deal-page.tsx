import { DESK_QUEUES, QUEUE_LABELS } from '@perkex/contract/desk.js';
import { isForRole } from '@perkex/contract/roles.js';
import type { DealAccount } from '@perkex/core/deals/accounts.js';
import type { DealState } from '@perkex/core/deals/deal.js';
import { useQuery } from '@tanstack/react-query';
import { RefusalError } from '../api/call.js';
import { type DeskDeal, deskDealQuery, deskQuery } from '../api/desk.js';
import { DEAL_GRID, SECOND_COLUMN } from '../deals/deal-grid.js';
import { dollarsText } from '../deals/dollars-text.js';
import { Section } from '../deals/section.js';
import { useFocusAfterStep } from '../deals/use-focus-after-step.js';
import { useDeadline } from '../deals/use-moment.js';
import { useUserId } from '../identity/session/auth-store.js';
import { paths } from '../links/paths.js';
import { Item } from '../lists/item.js';
import { BackLink } from '../routing/back-link.js';
import { useParams, useSearchParams } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { LoadingState } from '../ui/loading-state.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { Address } from './address.js';
import { DealPhotos } from './check/deal-photos.js';
import { ReviewList } from './check/review-list.js';
import { TestPair } from './check/test-pair.js';
import { CheckForm } from './check-form.js';
import { ClaimPictures } from './claim-pictures.js';
import { DeskEvents } from './desk-events.js';
import { MemberStepList } from './member-step-list.js';
import { NextPair } from './next-pair.js';
import { ParcelLabel } from './parcel-label.js';
import { DESK_STATES } from './queue-words.js';
import { canonicalCode } from './scan/canonical-code.js';

/** A deal as members see it: the pair, what they can do, its money and all its events. */
export function DeskDealPage() {
  usePageTitle('Deal');
  const { code: text = '' } = useParams();
  const code = canonicalCode(text);
  const [params] = useSearchParams();
  const queue = DESK_QUEUES.find((each) => each === params.get('queue'));
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <BackLink to={paths.desk(queue)}>{queue ? QUEUE_LABELS[queue] : 'Desk'}</BackLink>
        {queue && code !== null ? <NextPair key={code} queue={queue} code={code} /> : null}
      </div>
      {code === null ? <UnknownCode /> : <DealOfCode key={code} code={code} />}
    </div>
  );
}

function DealOfCode({ code }: { readonly code: string }) {
  const { data, error, refetch } = useQuery(deskDealQuery(useUserId(), code));
  if (data) {
    return <DealView deal={data} />;
  }
  if (error instanceof RefusalError && error.code === 'unknown-code') {
    return <UnknownCode />;
  }
  return <LoadingState isError={error !== null} refetch={refetch} failure="The deal could not be loaded." />;
}

function UnknownCode() {
  return (
    <>
      <h1 className="text-3xl md:text-4xl">No deal has this code</h1>
      <p className="max-w-prose">Compare it with the packing slip: the last character checks the others.</p>
    </>
  );
}

const RECORDED = 'Your verdict is recorded. It takes effect once the check of this pair has ended.';

/** Where a parcel or a pair can be photographed. */
const STATES_WITH_PAIR: readonly DealState[] = ['shipped', 'received', 'objectable', 'verified', 'rejected'];

function DealView({ deal }: { readonly deal: DeskDeal }) {
  const deadline = useDeadline();
  const { data: me } = useQuery(deskQuery(useUserId()));
  const { heading, onTaken } = useFocusAfterStep();
  const { code, state, dueAt, isOverdue, isOwn, sendTo, styleCode, checklist, reviews } = deal;
  return (
    <>
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none md:text-4xl">
          {DESK_STATES[state]}
        </h1>
        <p className="mt-1 text-muted tabular-nums">{code}</p>
        {isOverdue ? <p className="mt-1 font-semibold text-error">Overdue</p> : null}
        {dueAt === null ? null : (
          <p className="mt-1">
            By <time dateTime={dueAt}>{deadline(dueAt)}</time>
          </p>
        )}
      </div>
      <div className={DEAL_GRID}>
        <div className="flex min-w-0 flex-col gap-5">
          <Item row={deal} />
          {styleCode === null ? null : <p className="text-sm text-muted">Style {styleCode}</p>}
          {sendTo === null ? null : (
            <Section title={state === 'verified' ? 'Send to the buyer' : 'Send back to the seller'}>
              <Address lines={sendTo} />
            </Section>
          )}
          {sendTo === null ? null : <ParcelLabel code={code} />}
          {checklist && me ? (
            <CheckForm
              // Answers belong to this version of the deal and of its checklist.
              key={`${state} ${checklist.id}`}
              deal={deal}
              checklist={checklist}
              member={me}
              onTaken={onTaken}
            />
          ) : (
            <PhotosOfDeal
              deal={deal}
              photographer={me && !isOwn && isForRole(me.role, 'desk') ? me.name : null}
            />
          )}
          <ClaimPictures deal={deal} />
          <MemberStepList deal={deal} onTaken={onTaken} />
          {me?.role === 'admin' && !isOwn && state === 'received' ? <TestPair deal={deal} /> : null}
          {reviews.length === 0 ? null : (
            <Section title="Verdicts">
              {state === 'received' ? <p className="text-muted">{RECORDED}</p> : null}
              <ReviewList reviews={reviews} />
            </Section>
          )}
        </div>
        <Section title="Money" className={SECOND_COLUMN}>
          <Money deal={deal} />
          {me && isForRole(me.role, 'finance') ? (
            <Link to={paths.deskLedger({ deal: code })} className="self-start underline underline-offset-4">
              Transfers
            </Link>
          ) : null}
        </Section>
        <Section title="Timeline">
          <DeskEvents events={deal.events} />
        </Section>
      </div>
    </>
  );
}

/** The photos of a deal whose check is not the member's to do. */
function PhotosOfDeal({
  deal,
  photographer,
}: {
  readonly deal: DeskDeal;
  readonly photographer: string | null;
}) {
  const isHere = STATES_WITH_PAIR.includes(deal.state);
  return deal.photos.length > 0 || (photographer !== null && isHere) ? (
    <Section title="Photos">
      <DealPhotos deal={deal} photographer={isHere ? photographer : null} missing={[]} />
    </Section>
  ) : null;
}

const ACCOUNTS: Readonly<Record<DealAccount, string>> = {
  collecting: 'Being collected',
  held: 'Held',
  'owed-seller': 'Owed to the seller',
  'owed-buyer': 'Owed to the buyer',
  'paying-out': 'On its way to the seller',
  refunding: 'On its way to the buyer',
};

function Money({ deal }: { readonly deal: DeskDeal }) {
  const { price, buyerPays, sellerGets, balances, payment, payout, claim, penalty, choice } = deal;
  const facts = [
    ['Price', dollarsText(price)],
    ['The buyer pays', dollarsText(buyerPays)],
    ['The seller gets', dollarsText(sellerGets)],
    ...balances.map(({ account, amount }) => [ACCOUNTS[account], dollarsText(amount)]),
    ['Payment', payment],
    ...[
      ['Payout', payout],
      ['Claim', claim],
      ['Penalty', penalty],
      ['Choice of the buyer', choice],
    ].filter(([, value]) => value !== 'none'),
  ];
  return (
    <dl className="divide-y divide-line border-y border-line">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 py-2">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DeskCampaign, deskCampaignsQuery } from '../../api/desk-campaigns.js';
import { newOrderId } from '../../api/order-id.js';
import { useMoment } from '../../deals/use-moment.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { LeavingQuestion } from '../../identity/session/leaving-question.js';
import { paths } from '../../links/paths.js';
import { BackLink } from '../../routing/back-link.js';
import { useParams } from '../../routing/hooks.js';
import { Redirect } from '../../routing/redirect.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FaultText } from '../../ui/fault-text.js';
import { LoadingState } from '../../ui/loading-state.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { MemberPage } from '../member-page.js';
import { CampaignFieldsOf } from './campaign-fields.js';
import { CampaignPreview } from './campaign-preview.js';
import { campaignName, KIND_PLACES, KIND_WORDS, STATE_WORDS } from './campaign-words.js';
import { contentOf, EMPTY, useCampaignForm } from './use-campaign-form.js';

type Kind = DeskCampaign['kind'];

const NEW: Readonly<Record<string, Kind>> = {
  'new-banner': 'banner',
  'new-featured': 'featured',
  'new-announcement': 'announcement',
};

/** A campaign: created, changed, seen as visitors will see it, and removed. */
export function CampaignPage() {
  usePageTitle('Campaign');
  const { campaign = '' } = useParams();
  const kind = NEW[campaign];
  return (
    <MemberPage audience="admin">
      <BackLink to={paths.deskCampaigns}>Campaigns</BackLink>
      {kind === undefined ? (
        <CampaignOfId key={campaign} id={campaign} />
      ) : (
        <EditedCampaign key={campaign} kind={kind} stored={null} />
      )}
    </MemberPage>
  );
}

function CampaignOfId({ id }: { readonly id: string }) {
  const { data, isError, refetch } = useQuery(deskCampaignsQuery(useUserId()));
  // The form begins with what is stored now, and does not change under its member.
  const [first, setFirst] = useState<DeskCampaign | null>(null);
  const stored = first ?? data?.campaigns.find(({ campaign }) => campaign === id) ?? null;
  if (stored !== null && first === null) {
    setFirst(stored);
  }
  if (stored !== null) {
    return <EditedCampaign kind={stored.kind} stored={stored} />;
  }
  if (data) {
    return <h1 className="text-3xl md:text-4xl">There is no such campaign</h1>;
  }
  return <LoadingState isError={isError} refetch={refetch} failure="The campaign could not be loaded." />;
}

interface EditedCampaignProps {
  readonly kind: Kind;
  /** Null for a new one. */
  readonly stored: DeskCampaign | null;
}

function EditedCampaign({ kind, stored }: EditedCampaignProps) {
  // The same for each attempt, so that a campaign that is sent twice exists once.
  const [id] = useState(() => stored?.campaign ?? newOrderId());
  const form = useCampaignForm(kind, {
    id,
    version: stored?.version ?? 0,
    content: stored === null ? EMPTY : contentOf(stored),
  });
  const [isDone, setIsDone] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const { content, errors, fault, isBusy, isChanged, theirs } = form;
  if (isDone) {
    return <Redirect to={paths.deskCampaigns} />;
  }
  async function save(): Promise<void> {
    if ((await form.save()) !== null) {
      setIsDone(true);
    }
  }
  async function remove(): Promise<void> {
    const isRemoved = await form.remove();
    setIsAsked(false);
    setIsDone(isRemoved);
  }
  return (
    <>
      <div className="flex flex-col gap-1">
        <h1 className="text-3xl wrap-anywhere md:text-4xl">
          {stored === null
            ? `New: ${KIND_WORDS[kind].toLowerCase()}`
            : kind === 'announcement'
              ? KIND_WORDS[kind]
              : campaignName(stored)}
        </h1>
        <p className="text-muted">
          {stored === null ? null : `${STATE_WORDS[stored.state]}. `}
          {KIND_PLACES[kind]}
        </p>
      </div>
      {theirs === null ? null : <Conflict theirs={theirs} onKeep={form.keepMine} onTake={form.takeTheirs} />}
      <form
        noValidate
        className="flex max-w-3xl flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <CampaignFieldsOf kind={kind} content={content} errors={errors} onChange={form.set} />
        {theirs === null ? <FaultText>{fault}</FaultText> : null}
        <div className="flex flex-wrap gap-3">
          <SubmitButton isBusy={isBusy}>Save</SubmitButton>
          {stored === null ? null : (
            <Button look="danger" onClick={() => setIsAsked(true)}>
              Remove
            </Button>
          )}
        </div>
      </form>
      <CampaignPreview kind={kind} content={content} />
      {isChanged && !isDone ? (
        <LeavingQuestion title="Leave without saving?">
          Your changes to this campaign will be lost.
        </LeavingQuestion>
      ) : null}
      {isAsked ? (
        <ConfirmDialog
          title="Remove this campaign?"
          label="Remove"
          look="danger"
          isBusy={isBusy}
          onConfirm={remove}
          onClose={() => setIsAsked(false)}
        >
          <p>Visitors no longer see it. The journal has what it was.</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

interface ConflictProps {
  readonly theirs: DeskCampaign;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

/** Shows that another admin was faster, and lets the member decide how to go on. */
function Conflict({ theirs, onKeep, onTake }: ConflictProps) {
  const moment = useMoment();
  return (
    <section
      role="alert"
      aria-labelledby="conflict"
      className="flex max-w-3xl flex-col gap-3 rounded-card border border-error p-5"
    >
      <h2 id="conflict" className="text-xl">
        {theirs.lastEdit.by} has changed this campaign
      </h2>
      <p className="wrap-anywhere">
        It was saved on {moment(theirs.lastEdit.at)} as “{campaignName(theirs)}”, from{' '}
        {moment(theirs.startsAt)} to {moment(theirs.endsAt)}. Your own changes were not saved, and nothing of
        theirs is lost.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="strong" onClick={onTake}>
          Take theirs
        </Button>
        <Button onClick={onKeep}>Keep mine</Button>
      </div>
    </section>
  );
}

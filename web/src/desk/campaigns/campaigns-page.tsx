import { useQuery } from '@tanstack/react-query';
import { type DeskCampaign, deskCampaignsQuery } from '../../api/desk-campaigns.js';
import { Section } from '../../deals/section.js';
import { useMoment } from '../../deals/use-moment.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { Link } from '../../routing/link.js';
import { buttonClass } from '../../ui/button.js';
import { LoadingState } from '../../ui/loading-state.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { KeyList } from '../key-list.js';
import { MemberPage } from '../member-page.js';
import { campaignName, KIND_WORDS, STATE_WORDS } from './campaign-words.js';

/** The banners, featured products and announcements of the market (after-the-trade, "The desk"). */
export function CampaignsPage() {
  usePageTitle('Campaigns');
  return (
    <MemberPage audience="admin">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl md:text-4xl">Campaigns</h1>
        <div className="flex flex-wrap gap-3">
          <Link to={paths.deskCampaign('new-banner')} className={buttonClass()}>
            New banner
          </Link>
          <Link to={paths.deskCampaign('new-featured')} className={buttonClass()}>
            Feature products
          </Link>
          <Link to={paths.deskCampaign('new-announcement')} className={buttonClass()}>
            New announcement
          </Link>
        </div>
      </div>
      <p className="max-w-prose text-muted">
        Each is shown from its start to its end, on every server. Without campaigns, Home looks as usual.
      </p>
      <Campaigns />
    </MemberPage>
  );
}

function Campaigns() {
  const { data, isError, refetch } = useQuery(deskCampaignsQuery(useUserId()));
  if (!data) {
    return <LoadingState isError={isError} refetch={refetch} failure="The campaigns could not be loaded." />;
  }
  const open = data.campaigns.filter(({ state }) => state !== 'ended');
  const ended = data.campaigns.filter(({ state }) => state === 'ended');
  return (
    <>
      {open.length === 0 ? <p className="py-4">Nothing is shown or planned.</p> : null}
      {open.length === 0 ? null : <List title="Now and later" campaigns={open} />}
      {ended.length === 0 ? null : <List title="Ended" campaigns={ended} />}
    </>
  );
}

function List({ title, campaigns }: { readonly title: string; readonly campaigns: readonly DeskCampaign[] }) {
  return (
    <Section title={title}>
      <KeyList label={title} rows={campaigns} keyOf={({ campaign }) => campaign}>
        {(campaign) => <CampaignLink campaign={campaign} />}
      </KeyList>
    </Section>
  );
}

function CampaignLink({ campaign }: { readonly campaign: DeskCampaign }) {
  const moment = useMoment();
  const { campaign: id, kind, state, startsAt, endsAt, lastEdit } = campaign;
  return (
    <Link
      to={paths.deskCampaign(id)}
      className="group grid gap-x-6 gap-y-1 py-3 md:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere underline-offset-4 group-hover:underline">
          {campaignName(campaign)}
        </span>
        <span className="block text-sm text-muted">
          {KIND_WORDS[kind]} · by {lastEdit.by}
        </span>
      </span>
      <span className="text-sm md:text-right">
        <span className={`block ${state === 'shown' ? 'font-semibold' : ''}`}>{STATE_WORDS[state]}</span>
        <span className="block text-muted">
          {moment(startsAt)} to {moment(endsAt)}
        </span>
      </span>
    </Link>
  );
}

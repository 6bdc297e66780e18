import type { JournalAct } from '../../api/desk-journal.js';
import { Moment } from '../../deals/moment.js';
import { useMoment } from '../../deals/use-moment.js';
import { paths } from '../../links/paths.js';
import { Link } from '../../routing/link.js';
import { actText } from './act-words.js';
import { fieldText, valueText } from './change-words.js';

/** An act with what it has changed. */
export function ActRow({
  act: { at, member, role, act, subject, changes, requestId },
}: {
  readonly act: JournalAct;
}) {
  const moment = useMoment();
  return (
    <div className="grid gap-x-6 gap-y-1 py-3 md:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="font-semibold">{actText(act)}</p>
        <p className="text-sm wrap-anywhere text-muted">
          <SubjectLink subject={subject} />
        </p>
        <p className="text-sm text-muted">
          {member} · {role ?? 'by a command'}
        </p>
        <Moment at={at} className="block text-sm text-muted" />
      </div>
      <div className="min-w-0">
        <dl className="grid items-baseline gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
          {changes.map(({ name, before, after }) => (
            <div key={name} className="contents">
              <dt className="text-sm wrap-anywhere text-muted">{fieldText(name)}</dt>
              <dd className="wrap-anywhere max-sm:mb-1">
                {before === null ? null : (
                  <>
                    <span className="text-muted">{valueText(name, before, moment)}</span>
                    <span aria-hidden> → </span>
                    <span className="sr-only"> became </span>
                  </>
                )}
                {valueText(name, after, moment)}
              </dd>
            </div>
          ))}
        </dl>
        {requestId === null ? null : <p className="text-sm wrap-anywhere text-muted">Request {requestId}</p>}
      </div>
    </div>
  );
}

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  deal: paths.deskDeal,
  list: paths.deskPayoutList,
  user: paths.deskUser,
  campaign: paths.deskCampaign,
  alias: () => paths.deskAliases,
  product: (id) => paths.product(Number(id)),
};

/** A subject such as `list/12`, as a link to its page if it has one. */
function SubjectLink({ subject }: { readonly subject: string }) {
  const slash = subject.indexOf('/');
  const page = PAGES[subject.slice(0, slash)];
  return page === undefined ? (
    subject
  ) : (
    <Link to={page(subject.slice(slash + 1))} className="underline underline-offset-4">
      {subject}
    </Link>
  );
}

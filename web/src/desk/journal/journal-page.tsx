import { isDay } from '@perkex/core/figures/days.js';
import { exportJournal, type JournalFilters, journalQuery } from '../../api/desk-journal.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { GrowingList, usePages } from '../../lists/growing-list.js';
import { useNavigate, useSearchParams } from '../../routing/hooks.js';
import { LoadingState } from '../../ui/loading-state.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { ExportButton } from '../export-button.js';
import { MemberPage } from '../member-page.js';
import { SavedFilters } from '../saved-filters.js';
import { ActRow } from './act-row.js';
import { JournalForm } from './journal-form.js';

/** Every act of members, with what it has changed (after-the-trade, "The desk"). */
export function JournalPage() {
  usePageTitle('Journal');
  return (
    <MemberPage audience="admin">
      <h1 className="text-3xl md:text-4xl">Journal</h1>
      <Acts />
    </MemberPage>
  );
}

/** The filters of the address. Wrong ones would be refused. */
function filtersOf(params: URLSearchParams): JournalFilters {
  const textOf = (name: string) => params.get(name) ?? '';
  const dayOf = (name: string) => (isDay(textOf(name)) ? textOf(name) : '');
  return {
    member: textOf('member'),
    act: textOf('act'),
    subject: textOf('subject'),
    from: dayOf('from'),
    to: dayOf('to'),
  };
}

function Acts() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const filters = filtersOf(params);
  const { data, isError, refetch, older } = usePages(journalQuery(useUserId(), filters));
  const [first] = data?.pages ?? [];
  const acts = data?.pages.flatMap((page) => page.acts) ?? [];
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  return (
    <>
      <SavedFilters list="journal" path={paths.deskJournal()} query={new URLSearchParams(given).toString()} />
      <JournalForm
        filters={filters}
        members={first?.members ?? []}
        kinds={first?.kinds ?? []}
        onChange={(changed) =>
          navigate(
            paths.deskJournal(Object.fromEntries(Object.entries(changed).filter(([, value]) => value))),
            { replace: true },
          )
        }
      />
      {data ? (
        <>
          {acts.length === 0 ? (
            <p className="py-6">No acts match.</p>
          ) : (
            <ExportButton
              name="journal.csv"
              read={() => exportJournal(filters)}
              success="The newest acts, up to 5,000, have been downloaded."
            />
          )}
          <GrowingList rows={acts} older={older}>
            {(shown) =>
              shown.length === 0 ? null : (
                <ul aria-label="Acts, newest first" className="divide-y divide-line border-y border-line">
                  {shown.map((act) => (
                    <li key={act.position}>
                      <ActRow act={act} />
                    </li>
                  ))}
                </ul>
              )
            }
          </GrowingList>
        </>
      ) : (
        <LoadingState isError={isError} refetch={refetch} failure="The journal could not be loaded." />
      )}
    </>
  );
}

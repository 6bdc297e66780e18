import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { isForRole, type MemberAudience } from '@perkex/contract/roles.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { RefusalError } from '../api/call.js';
import { deskQuery } from '../api/desk.js';
import { BrandLink } from '../header/brand-link.js';
import { ThemeSwitch } from '../header/theme-switch.js';
import { useUserId } from '../identity/session/auth-store.js';
import { VerificationDialog } from '../identity/verification/verification-dialog.js';
import { paths } from '../links/paths.js';
import { useLocation, useNavigate } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { isAtOrBelow } from '../routing/path-pattern.js';
import { Redirect } from '../routing/redirect.js';
import { buttonClass } from '../ui/button.js';
import { LoadingState } from '../ui/loading-state.js';
import { storeDeskMember } from '../user/desk-member.js';
import { SendingPhotos } from './check/use-pending-photos.js';
import { CodeSearch } from './code-search.js';

interface Part {
  readonly label: string;
  readonly to: string;
  readonly audience: MemberAudience;
  /** The paths of its further pages. */
  readonly below?: readonly string[];
}

const PARTS: readonly Part[] = [
  { label: 'Desk', to: paths.desk(), audience: 'member' },
  { label: 'Money', to: paths.deskMoney(), audience: 'finance', below: [PAGE_PATHS.deskLedger] },
  { label: 'Catalogue', to: paths.deskCatalogue(), audience: 'admin' },
  { label: 'Campaigns', to: paths.deskCampaigns, audience: 'admin' },
  { label: 'Users', to: paths.deskUsers(), audience: 'admin' },
  { label: 'Members', to: paths.deskMembers, audience: 'admin' },
  { label: 'Journal', to: paths.deskJournal(), audience: 'admin' },
];

/** The frame of the pages of members, and what they need to work: a role, a second factor, and a recent proof. */
export function DeskLayout({ children }: { readonly children?: ReactNode }) {
  const { data } = useQuery(deskQuery(useUserId()));
  const { pathname } = useLocation();
  const current = PARTS.findLast(({ to, below = [] }) =>
    [to, ...below].some((path) => isAtOrBelow(path, pathname)),
  );
  return (
    <div className="min-h-dvh">
      <header className="z-30 border-b border-line bg-paper md:sticky md:top-0 print:hidden">
        <div className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2 md:grid-cols-[auto_auto_minmax(0,1fr)_auto] md:px-6">
          <BrandLink />
          <nav
            aria-label="Desk"
            className="flex min-w-0 overflow-x-auto max-md:col-span-2 max-md:row-start-2 max-md:-mx-2"
          >
            {PARTS.filter(({ audience }) => data && isForRole(data.role, audience)).map((part) => (
              <Link
                key={part.label}
                to={part.to}
                aria-current={part === current ? 'page' : undefined}
                className="inline-flex min-h-11 items-center px-2 font-semibold underline-offset-8 hover:underline aria-[current]:underline"
              >
                {part.label}
              </Link>
            ))}
          </nav>
          <div className="max-md:col-span-2 max-md:row-start-3">{data ? <CodeSearch /> : null}</div>
          <div className="flex items-center justify-end gap-2">
            {data ? (
              <p className="truncate text-sm text-muted max-sm:hidden">
                {data.name} · {data.role}
              </p>
            ) : null}
            <ThemeSwitch />
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-page px-4 py-5 md:px-6 md:py-8">
        <ForMembers>{children}</ForMembers>
      </main>
    </div>
  );
}

function ForMembers({ children }: { readonly children?: ReactNode }) {
  const userId = useUserId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(deskQuery(userId));
  const code = error instanceof RefusalError ? error.code : null;
  const isMember = isMemberBy(code, data !== undefined);
  useEffect(() => {
    if (isMember !== null) {
      storeDeskMember(userId, isMember);
    }
  }, [userId, isMember]);
  if (code === 'not-found') {
    return <Redirect to={paths.home} />;
  }
  if (code === 'factor-needed') {
    return (
      <div className="flex max-w-prose flex-col items-start gap-4">
        <h1 className="text-3xl md:text-4xl">Turn on a second factor</h1>
        <p>
          Members handle the pairs and the money of others, so each needs a second factor. Turn one on, then
          choose Desk in the menu of your dashboard.
        </p>
        <Link to={paths.security} className={buttonClass('strong')}>
          Login & security
        </Link>
      </div>
    );
  }
  const needsProof = code === 'member-proof-needed';
  return (
    <>
      {needsProof ? (
        <VerificationDialog
          reason="Members confirm every eight hours that it is them, with their second factor."
          needsFactor
          onProved={() => void client.invalidateQueries()}
          onCancel={() => navigate(paths.home)}
        />
      ) : null}
      {data ? (
        // It stays below the modal dialog, with the text that the member has typed.
        <SendingPhotos>{children}</SendingPhotos>
      ) : needsProof ? (
        <h1 className="text-3xl md:text-4xl">Desk</h1>
      ) : (
        <LoadingState isError={error !== null} refetch={refetch} failure="The desk could not be loaded." />
      )}
    </>
  );
}

/** Null while it is unknown. */
function isMemberBy(refusal: string | null, isOpen: boolean): boolean | null {
  if (refusal === 'not-found') {
    return false;
  }
  return isOpen || refusal === 'factor-needed' || refusal === 'member-proof-needed' ? true : null;
}

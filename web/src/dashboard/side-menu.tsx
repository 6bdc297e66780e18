import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { patternsOf } from '@perkex/contract/path-of.js';
import { useQuery } from '@tanstack/react-query';
import {
  ClipboardCheck,
  Eye,
  Footprints,
  type LucideIcon,
  Settings,
  ShieldCheck,
  ShoppingBag,
  Tag,
  UserRound,
  Wallet,
} from 'lucide-react';
import { haveDealsStarted } from '../api/deals.js';
import { emailVerificationQuery } from '../api/identity/security.js';
import { useUserId } from '../identity/session/auth-store.js';
import { useLocation } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { isAtOrBelow } from '../routing/path-pattern.js';
import { isDeskMember } from '../user/desk-member.js';

interface MenuItem {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly path: string;
  /** True if it exists only once deals have started. */
  readonly needsDeals?: boolean;
  /** True if it exists only for members of the market. */
  readonly isForMembers?: boolean;
}

const ITEMS: readonly MenuItem[] = [
  { label: 'Profile', Icon: UserRound, path: PAGE_PATHS.profile },
  { label: 'Buying', Icon: ShoppingBag, path: PAGE_PATHS.buying },
  { label: 'Selling', Icon: Tag, path: PAGE_PATHS.selling },
  { label: 'My money', Icon: Wallet, path: PAGE_PATHS.money, needsDeals: true },
  { label: 'Watching', Icon: Eye, path: PAGE_PATHS.watching },
  { label: 'Collection', Icon: Footprints, path: PAGE_PATHS.collection },
  { label: 'Settings', Icon: Settings, path: PAGE_PATHS.settings },
  { label: 'Security', Icon: ShieldCheck, path: PAGE_PATHS.security },
  { label: 'Desk', Icon: ClipboardCheck, path: PAGE_PATHS.desk, isForMembers: true },
];

interface SideMenuProps {
  readonly id: string;
  /** True if it is expanded on small screens. */
  readonly isOpen: boolean;
  readonly onChoose: () => void;
}

/** The pages of the dashboard (section 2). */
export function SideMenu({ id, isOpen, onChoose }: SideMenuProps) {
  const { pathname } = useLocation();
  const hasDeals = haveDealsStarted();
  const isMember = isDeskMember(useUserId());
  const items = ITEMS.filter(
    ({ needsDeals = false, isForMembers = false }) =>
      (hasDeals || !needsDeals) && (isMember || !isForMembers),
  );
  const { data: identity } = useQuery(emailVerificationQuery(useUserId()));
  const current = items.findLast((item) => isAt(item, pathname));
  return (
    <nav
      id={id}
      aria-label="Dashboard"
      className={`${isOpen ? '' : 'max-md:hidden'} max-md:border-b max-md:border-line max-md:p-2 md:w-48 md:shrink-0`}
    >
      {identity ? (
        <p className="truncate px-3 py-2 text-sm text-muted lg:hidden">Signed in as {identity.email}</p>
      ) : null}
      <ul className="flex flex-col gap-1 md:sticky md:top-24">
        {items.map((item) => (
          <li key={item.label}>
            <MenuLink {...item} isCurrent={item === current} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface MenuLinkProps extends Omit<MenuItem, 'needsDeals' | 'isForMembers'> {
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

function MenuLink({ label, Icon, path, isCurrent, onChoose }: MenuLinkProps) {
  return (
    <Link
      to={path}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onChoose}
      className="flex min-h-11 items-center gap-3 rounded-control px-3 text-muted hover:bg-card hover:text-ink aria-[current]:bg-card aria-[current]:font-semibold aria-[current]:text-ink"
    >
      <Icon aria-hidden className="size-5" />
      {label}
    </Link>
  );
}

/** True if the item is for this page or one below it, as the settings are for the shipping form. */
function isAt({ path }: MenuItem, pathname: string): boolean {
  return patternsOf(path).some((pattern) => isAtOrBelow(pattern, pathname));
}

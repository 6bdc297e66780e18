import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { UserRound } from 'lucide-react';
import { Link, NavLink, useLocation, useMatch } from 'react-router';
import { paths } from '../paths.js';
import { useUid } from '../session/auth-store.js';
import { buttonClass } from '../ui/button.js';
import { BrandLink } from './brand-link.js';
import { HeaderSearch } from './header-search.js';
import { ThemeSwitch } from './theme-switch.js';

/** Brand, search, and the ways to sell and to one's own account (section 2, "Header and search"). */
export function MarketHeader() {
  const isSellSearch = useMatch(PAGE_PATHS.sellSearch) !== null;
  const isSellFlow = useMatch(PAGE_PATHS.sell) !== null;
  const { key } = useLocation();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="mx-auto flex max-w-page items-center gap-1 px-4 py-2 md:gap-4 md:px-6">
        <BrandLink />
        <div className="flex flex-1 justify-end md:justify-center">
          {/* The sell search is a search box itself. Elsewhere a new page begins with an empty one. */}
          {isSellSearch ? null : <HeaderSearch key={key} target={isSellFlow ? 'sell' : 'product'} />}
        </div>
        <nav aria-label="Main" className="flex items-center md:gap-2">
          <NavLink
            to={paths.sellSearch}
            className="inline-flex min-h-11 items-center px-2 font-semibold underline-offset-8 hover:underline aria-[current]:underline"
          >
            Sell
          </NavLink>
          <AccountLinks />
          <ThemeSwitch />
        </nav>
      </div>
    </header>
  );
}

/** On small screens an icon leads to the dashboard or to the login. */
function AccountLinks() {
  const isLoggedIn = useUid() !== '';
  return (
    <>
      <Link
        to={isLoggedIn ? paths.profile : paths.login}
        aria-label={isLoggedIn ? 'Your dashboard' : 'Your account: log in'}
        className="inline-flex size-11 items-center justify-center rounded-control hover:bg-card md:hidden"
      >
        <UserRound aria-hidden />
      </Link>
      <div className="hidden items-center gap-2 md:flex">
        {isLoggedIn ? (
          <Link to={paths.profile} className={buttonClass('plain')}>
            Dashboard
          </Link>
        ) : (
          <>
            <Link to={paths.login} className={buttonClass('plain')}>
              Log In
            </Link>
            <Link to={paths.register} className={buttonClass('strong')}>
              Sign Up
            </Link>
          </>
        )}
      </div>
    </>
  );
}

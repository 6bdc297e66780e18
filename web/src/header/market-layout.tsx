import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWatchAfterLogin } from '../hearts/use-watch-after-login.js';
import { useUserId } from '../identity/session/auth-store.js';
import { paths } from '../links/paths.js';
import { NotificationsButton } from '../notifications/notifications-button.js';
import { useLocation } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { matchPath } from '../routing/path-pattern.js';
import { buttonClass } from '../ui/button.js';
import { HeaderSearch } from './header-search.js';
import { MarketFrame } from './market-frame.js';
import { ThemeSwitch } from './theme-switch.js';

/** The header with brand, search, Sell and account links, around a page (section 2, "Header and search"). */
export function MarketLayout({ children }: { readonly children?: ReactNode }) {
  const { pathname } = useLocation();
  const isSellSearch = matchPath(PAGE_PATHS.sellSearch, pathname) !== null;
  const isSellFlow = matchPath(PAGE_PATHS.sell, pathname) !== null;
  useWatchAfterLogin();
  return (
    <MarketFrame
      search={isSellSearch ? null : <HeaderSearch target={isSellFlow ? 'sell' : 'product'} />}
      account={
        <>
          {/* As wide for users as for visitors, because the login is known later than the rest. */}
          <div className="flex items-center justify-end md:min-w-46 md:gap-2">
            {/* On a phone it is to the left of the search, so that nothing moves when it appears. */}
            <div className="absolute right-full mr-12 flex max-[24.375rem]:mr-9 md:contents">
              <NotificationsButton />
            </div>
            <AccountLinks />
          </div>
          <ThemeSwitch />
        </>
      }
    >
      {children}
    </MarketFrame>
  );
}

/** On small screens an icon leads to the dashboard or to the login page. */
function AccountLinks() {
  const isLoggedIn = useUserId() !== '';
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

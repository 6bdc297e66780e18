import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { useUserId } from '../identity/session/auth-store.js';
import { paths } from '../links/paths.js';
import { useLocation } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { isAtOrBelow, matchPath } from '../routing/path-pattern.js';

/** The beginning of the addresses of the dashboard. */
const DASHBOARD = '/dashboard';

/** On these pages the bottom of a phone belongs to the buttons of a trade, or to a form. */
const WITHOUT_BAR = [
  PAGE_PATHS.product,
  PAGE_PATHS.buy,
  PAGE_PATHS.sell,
  PAGE_PATHS.login,
  PAGE_PATHS.register,
  PAGE_PATHS.forgotPassword,
  PAGE_PATHS.resetPassword,
];

/**
 * The main links at the bottom of a phone's screen. It hides on a low screen, which enlarged text and a keyboard also
 * make, and while a field has the focus (`.bottom-bar` in styles.css, which also has the icons). At the end of a page
 * it has its own space.
 */
export function BottomBar() {
  const { pathname } = useLocation();
  const isLoggedIn = useUserId() !== '';
  if (WITHOUT_BAR.some((pattern) => matchPath(pattern, pathname) !== null)) {
    return null;
  }
  const links = [
    ['Home', paths.home, pathname === paths.home],
    ['Browse', paths.browse(), isAtOrBelow(paths.browse(), pathname)],
    ['Market', paths.market, isAtOrBelow(paths.market, pathname)],
    ['Sell', paths.sellSearch, isAtOrBelow(paths.sellSearch, pathname)],
    ['You', isLoggedIn ? paths.profile : paths.login, isAtOrBelow(DASHBOARD, pathname)],
  ] as const;
  return (
    <nav aria-label="Sections" className="bottom-bar">
      {links.map(([text, to, isCurrent]) => (
        <Link key={text} to={to} aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

import { Menu, X } from 'lucide-react';
import type { Ref } from 'react';
import { BrandLink } from '../header/brand-link.js';
import { HeaderSearch } from '../header/header-search.js';
import { ThemeSwitch } from '../header/theme-switch.js';
import { paths } from '../links/paths.js';
import { NotificationsButton } from '../notifications/notifications-button.js';
import { Link } from '../routing/link.js';
import { IconButton } from '../ui/button.js';
import { UserBar } from './user-bar.js';

interface DashboardHeaderProps {
  readonly menuId: string;
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
  readonly menuButton: Ref<HTMLButtonElement>;
}

const LINK_CLASS = 'inline-flex min-h-11 items-center px-2 font-semibold underline-offset-8 hover:underline';

/** The market's header, and below it the owner of the dashboard (section 2, "Header and search"). */
export function DashboardHeader({ menuId, isMenuOpen, onMenu, menuButton }: DashboardHeaderProps) {
  return (
    // Only the first row stays when the page is scrolled, so the header itself is not a box.
    <header className="contents">
      <div className="sticky top-0 z-30 border-b border-line bg-paper print:hidden">
        <div className="mx-auto flex max-w-page items-center gap-1 px-4 py-2 max-[24.375rem]:gap-0 max-[24.375rem]:px-3 max-[24.375rem]:[&_.size-11]:w-8 md:gap-4 md:px-6">
          <BrandLink />
          <div className="flex flex-1 justify-end md:justify-center">
            <HeaderSearch target="product" />
          </div>
          <div className="flex items-center md:gap-2">
            <Link to={paths.browse()} className={`max-md:hidden ${LINK_CLASS}`}>
              Browse
            </Link>
            <Link to={paths.market} className={`max-lg:hidden ${LINK_CLASS}`}>
              Market
            </Link>
            <Link to={paths.sellSearch} className={LINK_CLASS}>
              Sell
            </Link>
            <NotificationsButton />
            <ThemeSwitch />
            <IconButton
              ref={menuButton}
              name={isMenuOpen ? 'Close the menu' : 'Open the menu'}
              aria-expanded={isMenuOpen}
              aria-controls={menuId}
              className="md:hidden"
              onClick={onMenu}
            >
              {isMenuOpen ? <X aria-hidden /> : <Menu aria-hidden />}
            </IconButton>
          </div>
        </div>
      </div>
      <UserBar />
    </header>
  );
}

import { type ReactNode, useId, useRef, useState } from 'react';
import { BottomBar } from '../header/bottom-bar.js';
import { PageFooter } from '../header/page-footer.js';
import { useLocation } from '../routing/hooks.js';
import { usePreparedToasts } from '../ui/toast.js';
import { useDismissal } from '../ui/use-dismissal.js';
import { DashboardHeader } from './dashboard-header.js';
import { SideMenu } from './side-menu.js';

/** Header, side menu and page of every dashboard screen (section 2). */
export function DashboardLayout({ children }: { readonly children?: ReactNode }) {
  usePreparedToasts();
  const { key } = useLocation();
  // The page on which the menu was opened, so that navigating closes it.
  const [menuKey, setMenuKey] = useState<string | null>(null);
  const isMenuOpen = menuKey === key;
  const menuId = useId();
  const place = useRef<HTMLDivElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const closeMenu = () => setMenuKey(null);
  useDismissal(place, isMenuOpen, () => {
    closeMenu();
    menuButton.current?.focus();
  });

  return (
    <div ref={place} className="flex min-h-dvh flex-col">
      <DashboardHeader
        menuId={menuId}
        isMenuOpen={isMenuOpen}
        menuButton={menuButton}
        onMenu={() => setMenuKey(isMenuOpen ? null : key)}
      />
      <div className="mx-auto w-full max-w-page flex-1 md:flex md:gap-8 md:px-6 md:py-8 lg:gap-12">
        <SideMenu id={menuId} isOpen={isMenuOpen} onChoose={closeMenu} />
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-4 py-5 md:p-0">
          {children}
        </main>
      </div>
      <PageFooter />
      <BottomBar />
    </div>
  );
}

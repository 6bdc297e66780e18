import { type ReactNode, useEffect, useRef } from 'react';
import { LiveRegion } from '../live/live-region.js';
import { useLocation } from '../routing/hooks.js';
import { useScrollPosition } from './use-scroll-position.js';

/** Around every page. After a navigation the focus moves to the new page, or to the element of the hash. */
export function RootLayout({ children }: { readonly children?: ReactNode }) {
  useScrollPosition();
  useFocusOnNavigation();
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-ink focus:px-4 focus:py-2 focus:text-paper"
      >
        Skip to content
      </a>
      {children}
      <LiveRegion />
    </>
  );
}

function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const shownLocation = useRef(pathname + hash);
  useEffect(() => {
    if (shownLocation.current !== pathname + hash) {
      shownLocation.current = pathname + hash;
      document.getElementById(hash.slice(1) || 'main')?.focus({ preventScroll: true });
    }
  }, [pathname, hash]);
}

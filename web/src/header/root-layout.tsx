import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';

/** What every page stands in: after a navigation the reading begins at the new page, or at the part that was meant. */
export function RootLayout() {
  useFocusOnNavigation();
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-ink focus:px-4 focus:py-2 focus:text-paper"
      >
        Skip to content
      </a>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const shownPlace = useRef(pathname + hash);
  useEffect(() => {
    if (shownPlace.current !== pathname + hash) {
      shownPlace.current = pathname + hash;
      document.getElementById(hash.slice(1) || 'main')?.focus({ preventScroll: true });
    }
  }, [pathname, hash]);
}

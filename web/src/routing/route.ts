import type { ComponentType, ReactNode } from 'react';
import { matchPath, type PathParams } from './path-pattern.js';

/** A page, or a layout around pages. */
export interface Route {
  /** The pattern of a page's path; a page without one matches every path. A layout has none. */
  readonly path?: string;
  /** A layout renders its children. */
  readonly Component: ComponentType<{ readonly children?: ReactNode }>;
  /** The pages of a layout. The first match is shown. */
  readonly children?: readonly Route[];
  /** Loads the code. Null if it is already loaded. */
  readonly load?: () => Promise<void> | null;
}

/** A page with its layouts and parameters. */
export interface Match {
  /** The layouts around the page, outermost first, then the page. */
  readonly routes: readonly Route[];
  readonly params: PathParams;
}

/** The page at a path; null if there is none. */
export function matchRoutes(routes: readonly Route[], pathname: string): Match | null {
  for (const route of routes) {
    const match = matchRoute(route, pathname);
    if (match) {
      return match;
    }
  }
  return null;
}

function matchRoute(route: Route, pathname: string): Match | null {
  if (route.children) {
    const inside = matchRoutes(route.children, pathname);
    return inside && { ...inside, routes: [route, ...inside.routes] };
  }
  const params = route.path === undefined ? {} : matchPath(route.path, pathname);
  return params && { routes: [route], params };
}

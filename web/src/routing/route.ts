import type { ComponentType, ReactNode } from 'react';
import { matchPath, type PathParams } from './path-pattern.js';

/** A page, or a layout around pages. */
export interface Route {
  /** The pattern of a page's path; without one it is for every path. A layout has none. */
  readonly path?: string;
  /** A layout shows its children. */
  readonly Component: ComponentType<{ readonly children?: ReactNode }>;
  /** The pages of a layout. The first that fits is shown. */
  readonly children?: readonly Route[];
  /** Fetches its code. Null where it is there already. */
  readonly load?: () => Promise<void> | null;
}

/** What is at a path. */
export interface Match {
  /** The layouts around the page, the outermost first, and the page. */
  readonly routes: readonly Route[];
  readonly params: PathParams;
}

/** What is at a path; null for nothing. */
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

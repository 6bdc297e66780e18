import { type ComponentType, createElement, type ReactNode } from 'react';
import { matchPath, type PathParams } from './path-pattern.js';

/** A page, or a layout around pages. */
export interface Part {
  /** A layout renders its children. */
  readonly Component: ComponentType<{ readonly children?: ReactNode }>;
  /** Loads the code. Null if it is already loaded. */
  readonly load?: () => Promise<void> | null;
}

export interface Route {
  /** The pattern of the page's path; null matches every path. */
  readonly path: string | null;
  /** The layouts around the page, outermost first, then the page. */
  readonly parts: readonly Part[];
}

/** A route with the parameters of a path. */
export interface Match extends Route {
  readonly params: PathParams;
}

/** The first route that matches a path; null if none does. */
export function matchRoutes(routes: readonly Route[], pathname: string): Match | null {
  for (const route of routes) {
    const params = route.path === null ? {} : matchPath(route.path, pathname);
    if (params) {
      return { ...route, params };
    }
  }
  return null;
}

/** A part that is loaded on demand, by `loadPages`. */
export function lazyPage(fetch: () => Promise<Part['Component']>): Part {
  let Loaded: Part['Component'] | null = null;
  return {
    Component: ({ children }) => Loaded && createElement(Loaded, null, children),
    load: () =>
      Loaded
        ? null
        : fetch().then((component) => {
            Loaded = component;
          }),
  };
}

/** Loads the code of all parts of the page at this path. Null if it is already loaded. */
export function loadPages(routes: readonly Route[], pathname: string): Promise<void> | null {
  const parts = matchRoutes(routes, pathname)?.parts ?? [];
  const loading = parts.map(({ load }) => load?.() ?? null).filter((each) => each !== null);
  return loading.length === 0 ? null : Promise.all(loading).then(() => {});
}

import { matchRoutes, type Route } from './route.js';

type Component = Route['Component'];

/** The part of a route whose page is loaded on demand, by `loadPages`. */
export function lazyPage(fetch: () => Promise<Component>): Pick<Route, 'Component' | 'load'> {
  let Loaded: Component | null = null;
  return {
    Component: ({ children }) => (Loaded ? <Loaded>{children}</Loaded> : null),
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
  const loading = (matchRoutes(routes, pathname)?.routes ?? [])
    .map(({ load }) => load?.() ?? null)
    .filter((each) => each !== null);
  return loading.length === 0 ? null : Promise.all(loading).then(() => {});
}

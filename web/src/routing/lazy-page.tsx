import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';

/** Fetches code. Null where it is there already. */
type Load = () => Promise<void> | null;

/** The part of a route of a page whose code is fetched when it is about to be shown, by `loadPages`. */
export function lazyPage(load: () => Promise<ComponentType>): Pick<RouteObject, 'Component' | 'handle'> {
  let Loaded: ComponentType | null = null;
  const handle: Load = () =>
    Loaded
      ? null
      : load().then((component) => {
          Loaded = component;
        });
  return { Component: () => (Loaded ? <Loaded /> : null), handle };
}

/** Fetches the code of all parts of the page at this address. Null where it is there already. */
export function loadPages(routes: RouteObject[], location: { pathname: string }): Promise<void> | null {
  const loading = (matchRoutes(routes, location) ?? [])
    .map(({ route }) => (route.handle as Load | undefined)?.() ?? null)
    .filter((each) => each !== null);
  return loading.length === 0 ? null : Promise.all(loading).then(() => {});
}

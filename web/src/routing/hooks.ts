import { type Context, createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { BrowserHistory } from './browser-history.js';
import type { Location, Movement, Navigate, NavigateOptions } from './location.js';
import type { PathParams } from './path-pattern.js';
import type { Match } from './route.js';

/** The location and the route of the page shown. */
export interface RouterLocation {
  readonly location: Location;
  readonly movement: Movement;
  readonly match: Match | null;
}

export const RouterLocationContext = createContext<RouterLocation | null>(null);

/** The browser's entry, which may be ahead of the page shown. */
export type CurrentEntry = Pick<BrowserHistory, 'location' | 'listen' | 'navigate'>;

/** Separate from the location, so that links do not redraw at each change. */
export const HistoryContext = createContext<CurrentEntry | null>(null);

export function useRouterLocation(): RouterLocation {
  return useOfRouter(RouterLocationContext);
}

/** The location of the page shown. The address bar is ahead of it while the code of the next page loads. */
export function useLocation(): Location {
  return useRouterLocation().location;
}

/** The key of the browser's location. It changes with the address, before the next page is shown. */
export function useAddressKey(): string {
  const history = useOfRouter(HistoryContext);
  const keyNow = () => history.location.key;
  return useSyncExternalStore(history.listen, keyNow, keyNow);
}

/** The parameters in the path of the page. */
export function useParams(): PathParams {
  return useRouterLocation().match?.params ?? {};
}

/** The query parameters of the address, and a function to change them. */
export function useSearchParams() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = (next: Readonly<Record<string, string>>, options?: NavigateOptions) =>
    navigate(`${pathname}?${new URLSearchParams(next)}`, options);
  return [params, setParams] as const;
}

/** Navigates. The current page stays until the code of the next one is loaded. */
export function useNavigate(): Navigate {
  return useOfRouter(HistoryContext).navigate;
}

function useOfRouter<Value>(context: Context<Value | null>): Value {
  const value = useContext(context);
  if (value === null) {
    throw new Error('There is no router around this component.');
  }
  return value;
}

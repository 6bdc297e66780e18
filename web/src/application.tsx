import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { keepFocus } from './ui/keep-focus.js';

interface ApplicationProps {
  readonly client: QueryClient;
  /** Called once the page is hydrated or drawn. */
  readonly onAlive?: () => void;
  /** The router. */
  readonly children: ReactNode;
}

/** The wrapper of all pages, on the server as in the browser, so that hydration finds the same elements. */
export function Application({ client, onAlive, children }: ApplicationProps) {
  useEffect(() => {
    onAlive?.();
  }, [onAlive]);
  useEffect(keepFocus, []);
  return (
    <StrictMode>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </StrictMode>
  );
}

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useEffect } from 'react';

interface ApplicationProps {
  readonly client: QueryClient;
  /** Called when what the server has rendered is taken over, or all is drawn. */
  readonly onAlive?: () => void;
  /** The router. */
  readonly children: ReactNode;
}

/** What is around all pages, on the server as in the browser: what is rendered there is taken over here. */
export function Application({ client, onAlive, children }: ApplicationProps) {
  useEffect(() => onAlive?.(), [onAlive]);
  return (
    <StrictMode>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </StrictMode>
  );
}

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';

interface ApplicationProps {
  readonly client: QueryClient;
  /** The router. */
  readonly children: ReactNode;
}

/** What is around all pages, on the server as in the browser: what is rendered there is taken over here. */
export function Application({ client, children }: ApplicationProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </StrictMode>
  );
}

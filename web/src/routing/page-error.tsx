import { useEffect } from 'react';
import { Button } from '../ui/button.js';

/** Replaces a page that has thrown an error. */
export function PageError({ error }: { readonly error: unknown }) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: a bug belongs in the log
    console.error(error);
  }, [error]);
  return (
    <main id="main" tabIndex={-1} className="mx-auto flex max-w-page flex-col items-start gap-4 p-6">
      <h1 className="text-3xl">This page could not be displayed</h1>
      <p>The connection may have been lost, or PerkeX may have been updated since you opened it.</p>
      <Button look="strong" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
      <a
        href="/"
        className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        Go to the home page
      </a>
    </main>
  );
}

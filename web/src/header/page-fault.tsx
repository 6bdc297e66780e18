import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { Button } from '../ui/button.js';

/** What is left of a page that broke: a way to go on. */
export function PageFault() {
  const error = useRouteError();
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: a bug belongs in the log
    console.error(error);
  }, [error]);
  return (
    <main id="main" tabIndex={-1} className="mx-auto flex max-w-page flex-col items-start gap-4 p-6">
      <h1 className="text-3xl">This page could not be shown</h1>
      <p>Perhaps the connection was lost, or PerkeX has been renewed since you opened it.</p>
      <Button look="strong" onClick={() => window.location.reload()}>
        Load it again
      </Button>
      <a href="/" className="underline">
        Go to the market
      </a>
    </main>
  );
}

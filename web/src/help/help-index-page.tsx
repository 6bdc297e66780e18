import { useQuery } from '@tanstack/react-query';
import { helpIndexQuery } from '../api/help.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { HelpList } from './help-list.js';

/** The index of the help pages. */
export function HelpIndexPage() {
  usePageTitle('Help');
  const { data: pages, isError, refetch } = useQuery(helpIndexQuery);
  return (
    <div className="mx-auto min-h-dvh max-w-4xl">
      <h1 className="text-3xl md:text-4xl">Help</h1>
      <p className="mt-2 text-muted">How PerkeX works, what it costs, and what it does with your data.</p>
      <div className="mt-6">
        {pages ? (
          <HelpList pages={pages} />
        ) : isError ? (
          <ErrorNotice onRetry={() => void refetch()}>The pages of help could not be loaded.</ErrorNotice>
        ) : (
          <Placeholder className="h-96" />
        )}
      </div>
    </div>
  );
}

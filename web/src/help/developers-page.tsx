import { useQuery } from '@tanstack/react-query';
import { developersQuery } from '../api/help.js';
import { Article } from '../links/article.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { usePageTitle } from '../ui/use-page-title.js';

/** The guide for developers, with an example of each call. */
export function DevelopersPage() {
  usePageTitle('Developers');
  const { data: page, isError, refetch } = useQuery(developersQuery);
  return (
    <div className="mx-auto min-h-dvh max-w-3xl">
      <h1 className="text-3xl md:text-4xl">Developers</h1>
      {page ? (
        <Article html={page.html} className="mt-4 mb-8" />
      ) : isError ? (
        <ErrorNotice onRetry={() => void refetch()}>The page could not be loaded.</ErrorNotice>
      ) : (
        <Placeholder className="mt-4 h-96" />
      )}
    </div>
  );
}

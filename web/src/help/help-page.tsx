import { useQuery } from '@tanstack/react-query';
import { helpIndexQuery, helpQuery } from '../api/help.js';
import { Article } from '../links/article.js';
import { paths } from '../links/paths.js';
import { useParams } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { HelpList } from './help-list.js';

/** A help page, with links to the others beside or below it. */
export function HelpPage() {
  const { page: slug = '' } = useParams();
  const { data: page, isError, refetch } = useQuery(helpQuery(slug));
  const { data: pages } = useQuery(helpIndexQuery);
  usePageTitle(page === null ? 'No such page' : (page?.title ?? 'Help'));
  if (page === null) {
    return (
      <div className="mx-auto min-h-dvh max-w-4xl">
        <h1 className="text-3xl md:text-4xl">There is no such page</h1>
        <p className="mt-2 mb-6 text-muted">These are all the pages of help.</p>
        {pages ? <HelpList pages={pages} /> : null}
      </div>
    );
  }
  return (
    <div className="min-h-dvh gap-x-12 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
      <nav aria-label="Help" className="max-lg:hidden">
        <ul className="sticky top-24 flex flex-col">
          {pages?.map(({ slug: other, title }) => (
            <li key={other}>
              <Link
                to={paths.helpPage(other)}
                aria-current={other === slug ? 'page' : undefined}
                className="flex min-h-11 items-center rounded-control px-3 text-muted hover:text-ink aria-[current]:bg-card aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="max-w-2xl">
        <p className="mb-3">
          <Link
            to={paths.help}
            className="inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-ink"
          >
            All help
          </Link>
        </p>
        {page ? (
          <>
            <h1 className="text-3xl md:text-4xl">{page.title}</h1>
            <Article html={page.html} className="mt-4 mb-8" />
          </>
        ) : isError ? (
          <ErrorNotice onRetry={() => void refetch()}>The page could not be loaded.</ErrorNotice>
        ) : (
          <Placeholder className="h-96" />
        )}
      </div>
    </div>
  );
}

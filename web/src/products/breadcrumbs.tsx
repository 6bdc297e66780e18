import { ChevronRight } from 'lucide-react';
import { Link } from '../routing/link.js';

interface BreadcrumbsProps {
  /** The pages above this one, the topmost first. */
  readonly pages: readonly { readonly name: string; readonly path: string }[];
}

/** The position of a page in the hierarchy. */
export function Breadcrumbs({ pages }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center text-sm text-muted">
        {pages.map(({ name, path }, place) => (
          <li key={path} className="flex items-center">
            {place > 0 ? <ChevronRight aria-hidden className="mx-1 size-4" /> : null}
            <Link
              to={path}
              className="inline-flex min-h-11 items-center underline-offset-4 hover:text-ink hover:underline md:min-h-9"
            >
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

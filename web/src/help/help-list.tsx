import type { HelpIndex } from '@perkex/contract/help.js';
import { ChevronRight } from 'lucide-react';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';

/** The help pages, each with its subject. */
export function HelpList({ pages }: { pages: HelpIndex }) {
  return (
    <ul className="grid gap-2 md:grid-cols-2 md:gap-4">
      {pages.map(({ slug, title, description }) => (
        <li key={slug}>
          <Link
            to={paths.helpPage(slug)}
            className="flex h-full items-center gap-3 rounded-card border border-line p-4 hover:border-edge"
          >
            <span className="flex-1">
              <span className="block font-semibold">{title}</span>
              <span className="mt-1 block text-sm text-muted">{description}</span>
            </span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

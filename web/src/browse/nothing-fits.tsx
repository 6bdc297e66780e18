import { addressOf, type Filters } from '@perkex/core/finding/filters.js';
import { sneakersText } from '@perkex/core/market/sneakers-text.js';
import type { FoundPage } from '../api/finding.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { withoutFilter, withoutFilters } from './filter-changes.js';
import { givenUpText } from './filter-names.js';

interface NothingFitsProps {
  readonly filters: Filters;
  readonly found: FoundPage;
}

/** Shown if nothing matches, with the one filter to remove for a match. */
export function NothingFits({ filters, found: { loosen, near } }: NothingFitsProps) {
  return (
    <section className="rounded-card border border-line p-5 md:p-8">
      <h2 className="text-xl md:text-2xl">No sneakers match these filters</h2>
      {loosen.length > 0 ? (
        <>
          <p className="mt-2 text-muted">Remove one filter to see some:</p>
          <ul className="mt-4 flex flex-col items-start gap-2">
            {loosen.map(({ choice, count }) => (
              <li key={choice}>
                <Link
                  to={paths.browse(addressOf(withoutFilter(filters, choice)))}
                  className={buttonClass('plain')}
                >
                  {givenUpText(choice, filters)}
                  <span className="font-normal text-muted">{sneakersText(count)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : near ? null : (
        <p className="mt-2 text-muted">Removing one filter isn't enough.</p>
      )}
      {near ? (
        <>
          <p className="mt-4 text-muted">Close to your search:</p>
          <Link
            to={paths.browse(addressOf({ ...withoutFilters(filters), text: near.text }))}
            className={buttonClass('plain', 'mt-2')}
          >
            {`“${near.text}”`}
            <span className="font-normal text-muted">{sneakersText(near.count)}</span>
          </Link>
        </>
      ) : null}
      <p className="mt-4">
        <Link
          to={paths.browse(addressOf(withoutFilters(filters)))}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          See all sneakers
        </Link>
      </p>
      <p>
        <Link
          to={paths.helpPage('finding')}
          className="inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4 hover:text-ink"
        >
          How searching and browsing work
        </Link>
      </p>
    </section>
  );
}

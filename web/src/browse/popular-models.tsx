import { addressOf, NO_FILTERS } from '@perkex/core/finding/filters.js';
import { useQuery } from '@tanstack/react-query';
import { searchQuery } from '../api/search.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';

/** The models that sold most recently, as searches. */
export function PopularModels() {
  const { data } = useQuery(searchQuery(''));
  return data === undefined || data.popular.length === 0 ? null : (
    <>
      <p className="mt-4 text-muted">Popular now:</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {data.popular.map((text) => (
          <li key={text}>
            <Link to={paths.browse(addressOf({ ...NO_FILTERS, text }))} className={buttonClass('plain')}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

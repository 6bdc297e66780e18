import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';

export const ABOUT_INDEX_ID = 'about-px50';

/** A link to the explanation of the index. */
export function AboutIndexLink() {
  return (
    <Link
      to={`${paths.market}#${ABOUT_INDEX_ID}`}
      className="inline-flex min-h-11 shrink-0 items-center px-2.5 text-sm text-muted underline underline-offset-4 hover:text-ink"
    >
      What is this?
    </Link>
  );
}

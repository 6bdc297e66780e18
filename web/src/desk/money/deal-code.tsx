import { paths } from '../../links/paths.js';
import { Link } from '../../routing/link.js';

/** The code of a deal, as a link to its page at the desk. */
export function DealCode({ code }: { readonly code: string }) {
  return (
    <Link to={paths.deskDeal(code)} className="tabular-nums underline underline-offset-4">
      {code}
    </Link>
  );
}

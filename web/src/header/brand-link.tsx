import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';

export function BrandLink() {
  return (
    <Link
      to={paths.home}
      aria-label="PerkeX"
      className="inline-flex min-h-11 min-w-[6.5625rem] items-center font-display text-xl font-black tracking-tight [font-stretch:125%]"
    >
      <Wordmark />
    </Link>
  );
}

/** The wordmark of PerkeX. */
export function Wordmark() {
  return (
    <>
      Perke
      <span className="ml-0.5 rounded-[5px] bg-volt px-1.5 text-night">X</span>
    </>
  );
}

import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';

const STEPS = [
  {
    title: 'Pick a pair and a size',
    text: 'Every size has its own book. You see what buyers bid, what sellers ask, and every past sale.',
  },
  {
    title: 'Name your price, or take theirs',
    text: 'Bid or ask what you like and wait for a match. Or buy and sell at the best price right away.',
  },
  {
    title: 'Orders that meet trade at once',
    text: 'The price is the one that was there first. Your dashboard and the bell tell you within a second.',
  },
] as const;

/** The market in three steps, for new users. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id="how-it-works" className="text-xl md:text-2xl">
          How it works
        </h2>
        <Link
          to={paths.helpPage('how-it-works')}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          More about trading
        </Link>
      </div>
      <ol className="mt-3 grid gap-x-8 gap-y-5 md:grid-cols-3">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="flex gap-4 border-t border-line pt-4 md:flex-col md:gap-3">
            <span
              aria-hidden
              className="flex size-9 shrink-0 items-center justify-center rounded-full bg-volt font-display text-base font-extrabold text-night"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-base md:text-lg">{title}</h3>
              <p className="mt-1.5 max-w-prose text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

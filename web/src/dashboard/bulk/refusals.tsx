import { type CommandAnswer, sentenceOfAnswer } from '../../api/order-batches.js';
import { PAST_TRADES_PATHS } from '../../links/past-trades-paths.js';
import { Link } from '../../routing/link.js';

/** The answer to what was sent for an ask. */
interface AskAnswer {
  /** As `orderName` writes it. */
  readonly name: string;
  /** For the seller: the product and the size. */
  readonly ask: string;
  readonly answer: CommandAnswer;
}

/** The asks that were refused, each with the reason (orders-beyond, "Many pairs"). */
export function Refusals({ answers }: { readonly answers: readonly AskAnswer[] }) {
  const refused = answers.flatMap(({ name, ask, answer }) =>
    'problem' in answer ? [{ name, ask, answer }] : [],
  );
  if (refused.length === 0) {
    return null;
  }
  return (
    <div className="flex max-w-prose flex-col gap-2">
      <ul aria-label="Refused" className="flex flex-col gap-1 text-error">
        {refused.map(({ name, ask, answer }) => (
          <li key={name}>
            {ask}: {sentenceOfAnswer(answer)}
          </li>
        ))}
      </ul>
      {refused.some(({ answer }) => answer.problem.code === 'already-traded') ? (
        <p>
          If you no longer have a pair that sold here, open{' '}
          <Link to={PAST_TRADES_PATHS.ask} className="underline underline-offset-4">
            its sale
          </Link>
          : it shows what you can still do.
        </p>
      ) : null}
    </div>
  );
}

import type { DeskDeal } from '../../api/desk.js';
import { AnsweredPoints } from '../../deals/answered-points.js';
import { REASONS } from '../../deals/check-words.js';
import { SaleTime } from '../../products/local-sale-time.js';

/** The verdicts that the member may see, the first one first. */
export function ReviewList({ reviews }: Pick<DeskDeal, 'reviews'>) {
  return (
    <ol className="flex flex-col gap-4">
      {reviews.map(({ member, verdict, reasons, points, date }) => (
        <li key={member} className="flex flex-col gap-2">
          <div>
            <p className="font-semibold">
              {verdict === 'pass' ? 'Pass' : `Fail: ${reasons.map((reason) => REASONS[reason]).join(', ')}`}
            </p>
            <p className="text-sm text-muted">
              {member} · <SaleTime date={date} />
            </p>
          </div>
          <details className="text-sm">
            <summary className="cursor-pointer py-1 underline underline-offset-4">Checklist</summary>
            <AnsweredPoints points={points} />
          </details>
        </li>
      ))}
    </ol>
  );
}

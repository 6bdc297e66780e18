import type { Photo } from '@perkex/contract/desk-photos.js';
import type { DealState } from '@perkex/core/deals/deal.js';
import { useQuery } from '@tanstack/react-query';
import { dealPhotoQuery, dealReportQuery, type OwnDeal } from '../api/deals.js';
import { useUserId } from '../identity/session/auth-store.js';
import { ErrorNotice } from '../ui/states.js';
import { AnsweredPoints } from './answered-points.js';
import { PHOTOS, REASONS } from './check-words.js';
import { PHOTO_GRID, PhotoFigure } from './photo-figure.js';
import { Section } from './section.js';

/** Before these states there is no verdict. */
const BEFORE_VERDICT: readonly DealState[] = ['unpaid', 'paid', 'shipped', 'received'];

/** The report of the check, once its verdict has taken effect. */
export function DealReport({ deal: { id, state, version } }: { readonly deal: OwnDeal }) {
  const userId = useUserId();
  const isExpected = !BEFORE_VERDICT.includes(state);
  const { data, isError, refetch } = useQuery({
    ...dealReportQuery(userId, id, version),
    enabled: isExpected,
  });
  const report = data?.report;
  if (!report) {
    return isError ? (
      <ErrorNotice onRetry={() => void refetch()}>The report of the check could not be loaded.</ErrorNotice>
    ) : null;
  }
  const { verdict, reasons, points, photos } = report;
  return (
    <Section title="Report of the check">
      <p>
        {verdict === 'pass'
          ? 'The pair passed the check.'
          : `The pair failed the check: ${reasons.map((reason) => REASONS[reason].toLowerCase()).join(', ')}.`}
      </p>
      <AnsweredPoints points={points} />
      {photos.length === 0 ? null : (
        <ul aria-label="Photos" className={PHOTO_GRID}>
          {photos.map((photo) => (
            <li key={photo.id}>
              <OwnPhoto dealId={id} photo={photo} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function OwnPhoto({ dealId, photo }: { readonly dealId: string; readonly photo: Photo }) {
  const file = useQuery(dealPhotoQuery(useUserId(), dealId, photo.id));
  return <PhotoFigure name={PHOTOS[photo.subject]} photo={photo} file={file} />;
}

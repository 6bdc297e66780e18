import type { ClaimPhoto } from '@perkex/contract/desk-photos.js';
import { useQuery } from '@tanstack/react-query';
import { type DeskDeal, deskClaimPhotoQuery } from '../api/desk.js';
import { CLAIM_PICTURE } from '../deals/check-words.js';
import { PHOTO_GRID, PhotoFigure } from '../deals/photo-figure.js';
import { Section } from '../deals/section.js';
import { useUserId } from '../identity/session/auth-store.js';

/** The pictures that the buyer has added to the claim. */
export function ClaimPictures({ deal: { code, claimPhotos } }: { readonly deal: DeskDeal }) {
  return claimPhotos.length === 0 ? null : (
    <Section title="Pictures of the claim">
      <ul aria-label="Pictures of the claim" className={PHOTO_GRID}>
        {claimPhotos.map((photo) => (
          <li key={photo.id}>
            <Picture code={code} photo={photo} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Picture({ code, photo }: { readonly code: string; readonly photo: ClaimPhoto }) {
  const file = useQuery(deskClaimPhotoQuery(useUserId(), code, photo.id));
  return <PhotoFigure name={CLAIM_PICTURE} photo={photo} file={file} />;
}

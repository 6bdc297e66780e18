import type { ClaimPhoto } from '@perkex/contract/desk-photos.js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { addClaimPhoto, claimPhotoQuery, claimPhotosQuery, type OwnDeal } from '../api/deals.js';
import { faultOf } from '../api/fault-of.js';
import { newOrderId } from '../api/order-id.js';
import { useUserId } from '../identity/session/auth-store.js';
import { buttonClass } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';
import { CLAIM_PICTURE } from './check-words.js';
import { PHOTO_GRID, PhotoFigure } from './photo-figure.js';
import { Section } from './section.js';
import { contentOf, shrinkPhoto } from './shrink-photo.js';

const UNREADABLE = 'This browser cannot read that picture. Choose a JPEG or PNG.';

/** The pictures of the buyer's claim, and the button that adds more while it is open. */
export function ClaimPhotos({ deal }: { readonly deal: OwnDeal }) {
  const { id, party, version, timeline } = deal;
  const hasClaim = party === 'buyer' && timeline.some(({ event }) => event === 'claim');
  const { data } = useQuery({ ...claimPhotosQuery(useUserId(), id, version), enabled: hasClaim });
  if (!hasClaim || !data || (data.photos.length === 0 && !data.canAdd)) {
    return null;
  }
  return (
    <Section title="Pictures of your claim">
      <p className="text-muted">Only you and the people who check your claim see them.</p>
      {data.photos.length === 0 ? null : (
        <ul aria-label="Pictures" className={PHOTO_GRID}>
          {data.photos.map((photo) => (
            <li key={photo.id}>
              <OwnPicture dealId={id} photo={photo} />
            </li>
          ))}
        </ul>
      )}
      {data.canAdd ? <AddPicture deal={deal} /> : null}
    </Section>
  );
}

function OwnPicture({ dealId, photo }: { readonly dealId: string; readonly photo: ClaimPhoto }) {
  const file = useQuery(claimPhotoQuery(useUserId(), dealId, photo.id));
  return <PhotoFigure name={CLAIM_PICTURE} photo={photo} file={file} />;
}

function AddPicture({ deal }: { readonly deal: OwnDeal }) {
  const client = useQueryClient();
  const userId = useUserId();
  const [isUnreadable, setIsUnreadable] = useState(false);
  // The same file is sent under the same id, so that it counts once after a lost answer.
  const [ids] = useState(() => new Map<string, string>());
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (file: File) => {
      const image = await shrinkPhoto(file).catch(() => null);
      setIsUnreadable(image === null);
      if (image !== null) {
        const key = `${file.name} ${file.size} ${file.lastModified}`;
        const id = ids.get(key) ?? newOrderId();
        ids.set(key, id);
        await addClaimPhoto(client, userId, { id, content: contentOf(image), deal });
      }
    },
  });
  const fault = faultOf(error);
  return (
    <div className="flex flex-col items-start gap-2">
      <label className={`${buttonClass()} cursor-pointer has-focus-visible:outline-2`}>
        <ImagePlus aria-hidden className="size-4" />
        Add a picture
        <input
          type="file"
          accept="image/*"
          className="sr-only"
          disabled={isPending}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file) {
              mutate(file);
            }
          }}
        />
      </label>
      <p role="status" className="text-muted">
        {isPending ? 'Sending…' : ''}
      </p>
      <FaultText>{isUnreadable ? UNREADABLE : fault}</FaultText>
    </div>
  );
}

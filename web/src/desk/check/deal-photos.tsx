import type { DeskPhoto } from '@perkex/contract/desk-photos.js';
import { MAX_PHOTOS } from '@perkex/contract/photo-limits.js';
import { PHOTO_SUBJECTS, type PhotoSubject } from '@perkex/core/verification/rejections.js';
import { useQuery } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { type DeskDeal, deskPhotoQuery } from '../../api/desk.js';
import { newOrderId } from '../../api/order-id.js';
import { PHOTOS } from '../../deals/check-words.js';
import { PHOTO_GRID, PhotoFigure } from '../../deals/photo-figure.js';
import { shrinkPhoto } from '../../deals/shrink-photo.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { Button, buttonClass } from '../../ui/button.js';
import { FaultText } from '../../ui/fault-text.js';
import type { PendingPhoto } from './photo-database.js';
import { usePendingPhotos } from './use-pending-photos.js';

interface DealPhotosProps {
  readonly deal: DeskDeal;
  /** The name of the member, if they may take photos; otherwise null. */
  readonly photographer: string | null;
  /** Photos that the chosen reasons require and that are missing. */
  readonly missing: readonly PhotoSubject[];
}

const UNREADABLE = 'This browser cannot read the photo. Take it as JPEG.';
const UNSAFE = 'This browser keeps no photos: leave this page only once they are stored.';

/** The photos of a pair: stored ones, those on their way, and the buttons that take more. */
export function DealPhotos({ deal: { code, photos }, photographer, missing }: DealPhotosProps) {
  const userId = useUserId();
  const { pending, photos: waiting, sending, isUnsafe } = usePendingPhotos();
  const [fault, setFault] = useState<string | null>(null);
  const own = waiting.filter((photo) => photo.code === code && photos.every(({ id }) => id !== photo.id));

  // As at the server, the photos of others do not count.
  const taken = photos.filter(({ member }) => member === photographer).length + own.length;

  async function take(subject: PhotoSubject, file: File): Promise<void> {
    try {
      const image = await shrinkPhoto(file);
      setFault(null);
      await pending.add({ id: newOrderId(), userId, code, subject, image, fault: null });
    } catch {
      setFault(UNREADABLE);
    }
  }

  return (
    <div className="flex flex-col gap-4">
      {photos.length + own.length === 0 ? null : (
        <ul aria-label="Photos" className={PHOTO_GRID}>
          {photos.map((photo) => (
            <li key={photo.id}>
              <StoredPhoto code={code} photo={photo} />
            </li>
          ))}
          {own.map((photo) => (
            <li key={photo.id}>
              <WaitingPhoto
                photo={photo}
                isSending={photo.id === sending}
                onRetry={() => pending.retry(photo.id)}
                onDiscard={() => void pending.discard(photo.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {isUnsafe && own.length > 0 ? <p className="font-semibold text-error">{UNSAFE}</p> : null}
      <FaultText>{fault}</FaultText>
      {photographer !== null && taken < MAX_PHOTOS ? (
        <TakePhotos missing={missing} onTake={(subject, file) => void take(subject, file)} />
      ) : null}
    </div>
  );
}

function StoredPhoto({ code, photo }: { readonly code: string; readonly photo: DeskPhoto }) {
  const file = useQuery(deskPhotoQuery(useUserId(), code, photo.id));
  return <PhotoFigure name={PHOTOS[photo.subject]} photo={photo} file={file} />;
}

interface WaitingPhotoProps {
  readonly photo: PendingPhoto;
  readonly isSending: boolean;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

function WaitingPhoto({
  photo: { subject, image, fault },
  isSending,
  onRetry,
  onDiscard,
}: WaitingPhotoProps) {
  const name = PHOTOS[subject];
  return (
    <figure className="flex min-w-0 flex-col gap-1.5 text-sm">
      <img
        src={image}
        alt={name}
        className="aspect-4/3 w-full rounded-control border border-dashed border-edge bg-card object-cover"
      />
      <figcaption className="flex min-w-0 flex-col gap-1.5">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span role="status" className={fault === null ? 'text-muted' : 'text-error'}>
          {fault ?? (isSending ? 'Sending…' : 'Waiting for the connection')}
        </span>
        {fault === null ? null : (
          <span className="flex flex-wrap gap-2">
            <Button onClick={onRetry}>Send again</Button>
            <Button onClick={onDiscard}>Discard</Button>
          </span>
        )}
      </figcaption>
    </figure>
  );
}

interface TakePhotosProps {
  readonly missing: readonly PhotoSubject[];
  readonly onTake: (subject: PhotoSubject, file: File) => void;
}

/** A button for each photo that may be taken, the missing ones first. Each opens the camera of a phone. */
function TakePhotos({ missing, onTake }: TakePhotosProps) {
  const others = PHOTO_SUBJECTS.filter((subject) => !missing.includes(subject));
  return (
    <ul aria-label="Take a photo" className="flex flex-wrap gap-2">
      {[...missing, ...others].map((subject) => (
        <li key={subject}>
          <label
            className={`${buttonClass(missing.includes(subject) ? 'strong' : 'plain')} cursor-pointer has-focus-visible:outline-2`}
          >
            <Camera aria-hidden className="size-4" />
            {PHOTOS[subject]}
            {missing.includes(subject) ? ' (required)' : ''}
            <input
              type="file"
              accept="image/*"
              capture="environment"
              className="sr-only"
              onChange={(event: ChangeEvent<HTMLInputElement>) => {
                const [file] = event.target.files ?? [];
                event.target.value = '';
                if (file) {
                  onTake(subject, file);
                }
              }}
            />
          </label>
        </li>
      ))}
    </ul>
  );
}

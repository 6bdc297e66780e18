import { MAX_PRODUCT_PICTURES } from '@perkex/contract/desk-catalogue.js';
import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '../../api/call.js';
import type { DeskPicture } from '../../api/desk-catalogue.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { ProductPicture } from '../../products/product-picture.js';
import { Button, IconButton } from '../../ui/button.js';
import { FaultLine } from '../../ui/fault-line.js';
import { TextField } from '../../ui/field.js';
import { FileDrop } from '../../ui/file-drop.js';
import { base64Of } from '../base64-of.js';
import { movedBy } from '../moved-by.js';
import { shrinkPicture } from './shrink-picture.js';

interface PicturesFieldProps {
  readonly pictures: readonly DeskPicture[];
  readonly error: string | undefined;
  /** Called with a change of the current pictures, because several may be on their way. */
  readonly onChange: (change: (pictures: readonly DeskPicture[]) => readonly DeskPicture[]) => void;
}

/** The pictures of a product in their order: files, photos of the camera, and addresses. */
export function PicturesField({ pictures, error, onChange }: PicturesFieldProps) {
  const titleId = useId();
  const { waiting, faults, addFiles, addAddress } = usePictures(pictures.length, (added) =>
    // A picture of the same address replaces the earlier one.
    onChange((before) => {
      const place = before.findIndex(({ key, source }) => key === added.key || isSame(source, added.source));
      return place < 0 ? [...before, added] : before.with(place, added);
    }),
  );
  const isFull = pictures.length + waiting >= MAX_PRODUCT_PICTURES;
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <h2 id={titleId} className="text-xl">
        Pictures
      </h2>
      {error === undefined ? null : <FaultLine>{error}</FaultLine>}
      {pictures.length === 0 ? (
        <p className="text-muted">A product without pictures is drawn.</p>
      ) : (
        <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {pictures.map((picture, index) => (
            <li key={picture.key}>
              <PictureOfForm
                picture={picture}
                index={index}
                count={pictures.length}
                onMove={(by) => onChange((before) => movedBy(before, index, by))}
                onRemove={() => onChange((before) => before.filter(({ key }) => key !== picture.key))}
              />
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="text-sm text-muted">
        {waiting === 0 ? '' : `${waiting === 1 ? 'A picture is' : `${waiting} pictures are`} being checked.`}
      </p>
      {faults.length === 0 ? null : (
        <ul className="flex flex-col gap-1">
          {faults.map((fault) => (
            <li key={fault}>
              <FaultLine>{fault}</FaultLine>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="text-muted">A product has at most {MAX_PRODUCT_PICTURES} pictures.</p>
      ) : (
        <>
          <FileDrop
            label="Pictures of the product"
            accept="image/jpeg,image/png,image/webp,image/avif"
            isMultiple
            isBusy={false}
            hint="JPEG, PNG, WebP or AVIF. Choose or photograph them, or drop them here."
            onChoose={addFiles}
          >
            Add pictures
          </FileDrop>
          <AddressField onAdd={addAddress} />
        </>
      )}
    </section>
  );
}

/** Files of the same name are different pictures. */
function isSame(source: string, other: string): boolean {
  return source === other && /^https:/i.test(source);
}

/** Sends pictures to be checked, one after the other. */
function usePictures(count: number, onAdd: (picture: DeskPicture) => void) {
  const uid = useUserId();
  const [waiting, setWaiting] = useState(0);
  const [faults, setFaults] = useState<readonly string[]>([]);

  async function add(name: string, send: () => Promise<DeskPicture>): Promise<void> {
    try {
      onAdd(await send());
    } catch (error) {
      const fault = `${name}: ${(error as Error).message}`;
      setFaults((before) => (before.includes(fault) ? before : [...before, fault]));
    }
    setWaiting((before) => before - 1);
  }

  async function addFiles(files: readonly File[]): Promise<void> {
    const room = MAX_PRODUCT_PICTURES - count - waiting;
    const taken = files.slice(0, room);
    setFaults(
      files.length > room
        ? [`A product has at most ${MAX_PRODUCT_PICTURES} pictures: some were left out.`]
        : [],
    );
    setWaiting((before) => before + taken.length);
    for (const file of taken) {
      await add(file.name, async () => {
        const picture = await shrinkPicture(file);
        if (picture === null) {
          throw new Error('it is too large, and this browser cannot make it smaller.');
        }
        return call('addPicture', { body: { uid, content: await base64Of(picture) } });
      });
    }
  }

  return {
    waiting,
    faults,
    addFiles: (files: readonly File[]) => void addFiles(files),
    addAddress(address: string): void {
      setFaults([]);
      setWaiting((before) => before + 1);
      void add(address, () => call('addPicture', { body: { uid, address } }));
    },
  };
}

interface PictureOfFormProps {
  readonly picture: DeskPicture;
  readonly index: number;
  readonly count: number;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

function PictureOfForm({ picture, index, count, onMove, onRemove }: PictureOfFormProps) {
  const { src, source, failure } = picture;
  const name = `picture ${index + 1}`;
  return (
    <div className="flex h-full flex-col rounded-card border border-line">
      <div className="flex flex-1 flex-col justify-center rounded-t-card bg-card p-2">
        {src === null ? (
          <p className="text-sm wrap-anywhere">
            {failure === null ? 'It is being fetched: ' : `It is not available, because ${failure}: `}
            {source}
          </p>
        ) : (
          <ProductPicture src={src} alt={index === 0 ? `Picture 1, shown first` : `Picture ${index + 1}`} />
        )}
      </div>
      <div className="flex justify-center">
        <IconButton name={`Move ${name} forward`} disabled={index === 0} onClick={() => onMove(-1)}>
          <ArrowLeft aria-hidden className="size-5" />
        </IconButton>
        <IconButton name={`Move ${name} back`} disabled={index === count - 1} onClick={() => onMove(1)}>
          <ArrowRight aria-hidden className="size-5" />
        </IconButton>
        <IconButton name={`Remove ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      </div>
    </div>
  );
}

function AddressField({ onAdd }: { readonly onAdd: (address: string) => void }) {
  const [address, setAddress] = useState('');
  const add = () => {
    if (address.trim() !== '') {
      onAdd(address.trim());
      setAddress('');
    }
  };
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label="Address of a picture"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              // The field is inside the form of the product, which it must not save.
              event.preventDefault();
              add();
            }
          }}
        />
      </div>
      <Button onClick={add}>Fetch</Button>
    </div>
  );
}

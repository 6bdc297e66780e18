import { useState } from 'react';
import { call } from '../../api/call.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { ProductPicture } from '../../products/product-picture.js';
import { Button } from '../../ui/button.js';
import { FaultLine } from '../../ui/fault-line.js';
import { FileDrop } from '../../ui/file-drop.js';
import { base64Of } from '../base64-of.js';
import { shrinkPicture } from '../catalogue/shrink-picture.js';
import type { Picture } from './use-campaign-form.js';

interface PictureFieldProps {
  readonly picture: Picture | null;
  readonly error: string | undefined;
  readonly onChange: (picture: Picture | null) => void;
}

/** The picture of a banner, which may have none. */
export function PictureField({ picture, error, onChange }: PictureFieldProps) {
  const uid = useUserId();
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function add(file: File): Promise<void> {
    setIsBusy(true);
    setFault(null);
    try {
      const smaller = await shrinkPicture(file);
      if (smaller === null) {
        throw new Error('It is too large, and this browser cannot make it smaller.');
      }
      onChange(await call('addPicture', { body: { uid, content: await base64Of(smaller) } }));
    } catch (reason) {
      setFault((reason as Error).message);
    }
    setIsBusy(false);
  }

  const message = fault ?? error;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm font-semibold">Picture, if it has one</p>
      {message === undefined ? null : <FaultLine>{message}</FaultLine>}
      {picture?.src ? (
        <div className="flex items-center gap-4">
          <span className="w-40 rounded-card bg-card p-2">
            <ProductPicture src={picture.src} alt="The picture of the banner" />
          </span>
          <Button onClick={() => onChange(null)}>Remove the picture</Button>
        </div>
      ) : (
        <FileDrop
          label="Picture of the banner"
          accept="image/jpeg,image/png,image/webp,image/avif"
          isBusy={isBusy}
          hint="JPEG, PNG, WebP or AVIF, ideally 8:5, since it fills its frame. Choose it, or drop it here."
          onChoose={([file]) => void add(file)}
        >
          Choose a picture
        </FileDrop>
      )}
      <p role="status" className="text-sm text-muted">
        {isBusy ? 'The picture is being checked.' : ''}
      </p>
    </div>
  );
}

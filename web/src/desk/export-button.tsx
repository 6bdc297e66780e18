import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { unlessSignedOut } from '../api/call.js';
import { PausableButton } from '../ui/button.js';
import { saveFile } from '../ui/save-file.js';
import { showActionSuccess, showActionWarning } from '../ui/toast.js';

interface ExportButtonProps {
  readonly name: string;
  readonly read: () => Promise<Blob>;
  /** The sentence of the toast after the download. */
  readonly success: string;
}

/** Downloads a table as a file of this name. */
export function ExportButton({ name, read, success }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: read,
    onSuccess(file) {
      saveFile(file, name);
      showActionSuccess(success);
    },
    onError: unlessSignedOut(({ message }) => showActionWarning(message)),
  });
  return (
    <PausableButton className="self-start" isPaused={isPending} onClick={() => mutate()}>
      <Download aria-hidden className="size-5" />
      Download as CSV
    </PausableButton>
  );
}

import { Download } from 'lucide-react';
import { PausableButton } from '../ui/button.js';
import { useDownload } from '../user/use-download.js';

interface ExportButtonProps {
  readonly name: string;
  readonly read: () => Promise<Blob>;
  /** The sentence of the toast after the download. */
  readonly success: string;
}

/** Downloads a table as a file of this name. */
export function ExportButton({ name, read, success }: ExportButtonProps) {
  const { download, isPending } = useDownload(read, name, success);
  return (
    <PausableButton className="self-start" isPaused={isPending} onClick={download}>
      <Download aria-hidden className="size-5" />
      Download as CSV
    </PausableButton>
  );
}

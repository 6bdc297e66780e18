import { Share2 } from 'lucide-react';
import { Button } from './button.js';
import { copyText } from './copy-text.js';

interface ShareButtonProps {
  readonly title: string;
  /** The address of the page, within PerkeX. */
  readonly path: string;
  /** A sentence about what the link shows, for the message after copying. */
  readonly shows?: string;
}

/** Shares a page by the system's own dialog or, where there is none, copies its link. */
export function ShareButton({ title, path, shows = '' }: ShareButtonProps) {
  const share = async () => {
    const url = new URL(path, location.origin).href;
    const copy = () =>
      copyText(url, {
        success: `The link is copied.${shows === '' ? '' : ` ${shows}`}`,
        failure: 'The link could not be copied.',
      });
    if (typeof navigator.share !== 'function') {
      await copy();
      return;
    }
    try {
      await navigator.share({ title, url });
    } catch (error) {
      // Closing the dialog is not a failure.
      if ((error as Error).name !== 'AbortError') {
        await copy();
      }
    }
  };
  return (
    <Button onClick={() => void share()}>
      <Share2 aria-hidden className="size-4" />
      Share
    </Button>
  );
}

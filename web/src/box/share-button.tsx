import { Share2 } from 'lucide-react';
import { Button } from '../ui/button.js';
import { copyText } from '../ui/copy-text.js';

const COPIED = {
  success: 'The link is copied. It shows the pair, its price and the day, and no names.',
  failure: 'Your browser does not let us copy the link.',
};

interface ShareButtonProps {
  readonly title: string;
  /** The address of the page, within PerkeX. */
  readonly path: string;
}

/** Shares a page by the browser's own means, or copies its link. */
export function ShareButton({ title, path }: ShareButtonProps) {
  const share = async () => {
    const url = new URL(path, window.location.origin).href;
    if (typeof navigator.share !== 'function') {
      await copyText(url, COPIED);
      return;
    }
    try {
      await navigator.share({ title, url });
    } catch (error) {
      const isClosed = error instanceof DOMException && error.name === 'AbortError';
      if (!isClosed) {
        await copyText(url, COPIED);
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

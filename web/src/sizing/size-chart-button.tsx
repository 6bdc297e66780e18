import { chartOf } from '@perkex/core/sizing/convert-size.js';
import { type SizedShoe, sizeFor } from '@perkex/core/sizing/size-preference.js';
import { Ruler } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { SizeTable } from './size-table.js';
import { SystemField } from './system-field.js';
import { usePreference } from './use-preference.js';

/** Opens the size chart of a shoe, in which users can also choose their own size. */
export function SizeChartButton({ shoe }: { readonly shoe: SizedShoe }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an Escape that closes the dialog closes nothing else
    <div
      onKeyDown={(event) => {
        if (isOpen && event.key === 'Escape') {
          event.stopPropagation();
        }
      }}
    >
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="inline-flex min-h-11 items-center gap-2 px-1 text-sm font-semibold underline underline-offset-4"
      >
        <Ruler aria-hidden className="size-4" />
        Find your size
      </button>
      {isOpen ? <SizeChartDialog shoe={shoe} onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}

interface SizeChartDialogProps {
  readonly shoe: SizedShoe;
  readonly onClose: () => void;
}

function SizeChartDialog({ shoe, onClose }: SizeChartDialogProps) {
  const [preference, choose] = usePreference();
  const own = sizeFor(preference, shoe);
  return (
    <Dialog title="Size chart" onCancel={onClose}>
      <SystemField system={preference.system} onChoose={(system) => choose({ system })} />
      <div>
        <p role="status">{ownSentence(preference.size, own)}</p>
        <p className="mt-1 text-sm text-muted">
          {chartSentence(shoe)} Orders are always for the US size.{' '}
          <Link to={paths.helpPage('sizes')} className="underline underline-offset-4">
            More about sizes
          </Link>
        </p>
      </div>
      <SizeTable shoe={shoe} own={own} onChoose={(size) => choose({ size })} />
      <Button look="strong" onClick={onClose}>
        Done
      </Button>
    </Dialog>
  );
}

/** @param own the user's size in this shoe */
function ownSentence(preferred: string | null, own: string | null): string {
  if (preferred === null) {
    return 'Press your size in the first column: it will be chosen on every sneaker that has it.';
  }
  if (own === null) {
    return `Your size is US ${preferred}. This sneaker does not come in it.`;
  }
  return own === preferred
    ? `Your size is US ${own}. Press it again to forget it.`
    : `Your size is US ${preferred}, which is a ${own} here.`;
}

function chartSentence(shoe: SizedShoe): string {
  return chartOf(shoe) === 'usual'
    ? `We have no chart of ${shoe.brand ?? 'this brand'}; these are the sizes that most makers use.`
    : `By the size chart of ${shoe.brand}.`;
}

import { ChevronDown } from 'lucide-react';
import { ShownSize } from '../sizing/shown-size.js';
import { ErrorNotice } from '../ui/states.js';
import { useDisclosure } from '../ui/use-disclosure.js';
import { usePart } from '../ui/use-nearby.js';
import type { SizePanelProps } from './size-panel.js';

const loadPanel = async () => (await import('./later-parts.js')).LATER_PARTS.SizePanel;

type SizeDropdownProps = Omit<SizePanelProps, 'id'>;

/** Chooses the size whose figures the page shows (section 2, "Product detail"). */
export function SizeDropdown({ product, chosen, onChoose }: SizeDropdownProps) {
  const { isOpen, close, place, panelId, button } = useDisclosure();
  const { Component: SizePanel, hasFailed, fetchAgain } = usePart(loadPanel);
  const toggle = () => {
    fetchAgain();
    button.onClick();
  };
  const choose = (size: string | null) => {
    onChoose(size);
    close();
  };

  return (
    <div ref={place} className="relative">
      <button
        type="button"
        {...button}
        onPointerEnter={fetchAgain}
        onClick={toggle}
        className="flex min-h-12 w-full items-center justify-between rounded-control border border-edge bg-paper px-4 font-semibold hover:bg-card"
      >
        <span>
          Size: {chosen ?? 'All'} {chosen === null ? null : <ShownSize shoe={product} size={chosen} />}
        </span>
        <ChevronDown aria-hidden className={`size-5 ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      {isOpen && hasFailed ? (
        <ErrorNotice onRetry={fetchAgain}>The sizes could not be loaded.</ErrorNotice>
      ) : null}
      {isOpen && SizePanel ? (
        <SizePanel id={panelId} product={product} chosen={chosen} onChoose={choose} />
      ) : null}
    </div>
  );
}

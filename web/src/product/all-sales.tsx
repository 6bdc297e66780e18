import type { Sale } from '../api/products.js';
import { Button } from '../ui/button.js';
import { ErrorNotice } from '../ui/states.js';
import { useDisclosure } from '../ui/use-disclosure.js';
import { usePart } from '../ui/use-nearby.js';

const loadPanel = async () => (await import('./later-parts.js')).LATER_PARTS.SalesPanel;

interface AllSalesProps {
  /** Oldest first. */
  readonly sales: readonly Sale[];
}

/** The button that toggles the side panel of all sales (section 2, "Product detail"). */
export function AllSales({ sales }: AllSalesProps) {
  const { isOpen, close, place, panelId, button } = useDisclosure();
  const { Component: SalesPanel, hasFailed, fetchAgain } = usePart(loadPanel);
  const toggle = () => {
    fetchAgain();
    button.onClick();
  };
  return (
    <div ref={place} className="shrink-0">
      <Button {...button} onClick={toggle}>
        All Sales
      </Button>
      {isOpen && hasFailed ? (
        <ErrorNotice onRetry={fetchAgain}>The sales could not be loaded.</ErrorNotice>
      ) : null}
      {isOpen && SalesPanel ? <SalesPanel id={panelId} sales={sales} onClose={close} /> : null}
    </div>
  );
}

import { type ReactNode, useId } from 'react';
import { TabStrip, tabId } from './tab-strip.js';

export interface TabOfPanel {
  readonly value: string;
  readonly label: string;
  readonly content: ReactNode;
}

interface TabbedPanelsProps {
  readonly name: string;
  readonly tabs: readonly TabOfPanel[];
  /** The value of the open tab. */
  readonly open: string;
  readonly onOpen: (value: string) => void;
}

/** Tabs with their panels. */
export function TabbedPanels({ name, tabs, open, onOpen }: TabbedPanelsProps) {
  const panelId = useId();
  return (
    <div>
      <TabStrip name={name} tabs={tabs} open={open} onOpen={onOpen} panelId={panelId} />
      <div
        key={open}
        role="tabpanel"
        id={panelId}
        aria-labelledby={tabId(panelId, open)}
        tabIndex={-1}
        className="pt-4"
      >
        {tabs.find(({ value }) => value === open)?.content}
      </div>
    </div>
  );
}

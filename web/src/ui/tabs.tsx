import * as Tabs from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';

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
  return (
    <Tabs.Root value={open} onValueChange={onOpen}>
      <Tabs.List aria-label={name} className="flex gap-6 border-b border-line">
        {tabs.map(({ value, label }) => (
          <Tabs.Trigger
            key={value}
            value={value}
            className="-mb-px min-h-11 border-b-2 border-transparent font-semibold text-muted data-[state=active]:border-ink data-[state=active]:text-ink"
          >
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content }) => (
        <Tabs.Content key={value} value={value} className="pt-4">
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

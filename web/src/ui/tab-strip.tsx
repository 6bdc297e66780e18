import type { KeyboardEvent } from 'react';

interface TabStripProps<Value extends string> {
  /** The accessible name of the set of tabs. */
  readonly name: string;
  readonly tabs: readonly { readonly value: Value; readonly label: string; readonly title?: string }[];
  readonly open: Value;
  readonly onOpen: (value: Value) => void;
  /** The id of the panel that all tabs share; its `aria-labelledby` is `tabId`. */
  readonly panelId: string;
  readonly look?: 'line' | 'pill';
}

const LOOKS = {
  line: {
    strip: 'flex-wrap gap-x-6 max-[22.5rem]:gap-x-3 border-b border-line',
    tab: '-mb-px border-b-2 border-transparent text-muted hover:text-ink aria-selected:border-ink aria-selected:text-ink',
  },
  pill: {
    strip: 'h-11 items-center gap-1',
    tab: 'min-w-11 flex-1 justify-center rounded-control md:min-h-8 px-2 text-sm tabular-nums text-muted hover:bg-card hover:text-ink aria-selected:bg-ink aria-selected:text-paper',
  },
};

/** The id of a tab. */
export function tabId(panelId: string, value: string): string {
  return `${panelId}-${value}`;
}

/** Tabs that share one panel. Supports arrow keys, Home and End. */
export function TabStrip<Value extends string>({
  name,
  tabs,
  open,
  onOpen,
  panelId,
  look = 'line',
}: TabStripProps<Value>) {
  const moveBy = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex(({ value }) => value === open);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (next !== undefined) {
      event.preventDefault();
      onOpen(next.value);
      document.getElementById(tabId(panelId, next.value))?.focus();
    }
  };
  return (
    <div role="tablist" aria-label={name} onKeyDown={moveBy} className={`flex ${LOOKS[look].strip}`}>
      {tabs.map(({ value, label, title }) => (
        <button
          key={value}
          type="button"
          role="tab"
          id={tabId(panelId, value)}
          title={title}
          aria-selected={value === open}
          aria-controls={panelId}
          tabIndex={value === open ? 0 : -1}
          onClick={() => onOpen(value)}
          className={`inline-flex min-h-11 items-center font-semibold whitespace-nowrap ${LOOKS[look].tab}`}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

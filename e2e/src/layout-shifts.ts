import type { Page } from 'playwright-core';

/** The layout shift since the page was opened, as browsers measure it, and its sources. */
export interface LayoutShifts {
  readonly sum: number;
  /** Each shift: its size, and the elements' positions before and after. */
  readonly jumps: readonly string[];
}

interface ShiftEntry extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** The layout shifts until the next two frames are painted. */
export function layoutShifts(page: Page): Promise<LayoutShifts> {
  return page.evaluate(
    () =>
      new Promise<LayoutShifts>((resolve) => {
        const placeOf = ({ x, y, width, height }: DOMRectReadOnly) =>
          `${Math.round(width)}×${Math.round(height)} at ${Math.round(x)},${Math.round(y)}`;
        const entries: ShiftEntry[] = [];
        new PerformanceObserver((list) => {
          entries.push(...(list.getEntries() as ShiftEntry[]));
        }).observe({ type: 'layout-shift', buffered: true });
        const done = () =>
          resolve({
            sum: entries.reduce((sum, { value }) => sum + value, 0),
            jumps: entries.map(({ value, startTime, sources }) => {
              const parts = sources.map(
                ({ node, previousRect, currentRect }) =>
                  `${node?.nodeName} "${node?.textContent?.slice(0, 40)}" ${placeOf(previousRect)} → ${placeOf(currentRect)}`,
              );
              return `${value.toFixed(4)} after ${Math.round(startTime)} ms: ${parts.join('; ')}`;
            }),
          });
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
}

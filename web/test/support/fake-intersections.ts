import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Scrolls for the observers of a test, because happy-dom has no layout. Elements are out of sight at first. */
export class FakeIntersections {
  private readonly observed = new Map<Element, Set<IntersectionObserverCallback>>();

  constructor() {
    const { observed } = this;
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(private readonly report: IntersectionObserverCallback) {}

        observe(element: Element): void {
          observed.set(element, (observed.get(element) ?? new Set()).add(this.report));
        }

        unobserve(element: Element): void {
          observed.get(element)?.delete(this.report);
        }

        disconnect(): void {
          for (const reports of observed.values()) {
            reports.delete(this.report);
          }
        }
      },
    );
  }

  async show(element: Element): Promise<void> {
    await this.move(element, true);
  }

  async hide(element: Element): Promise<void> {
    await this.move(element, false);
  }

  private async move(target: Element, isIntersecting: boolean): Promise<void> {
    const entry = { target, isIntersecting } as IntersectionObserverEntry;
    await act(async () => {
      for (const report of this.observed.get(target) ?? []) {
        report([entry], {} as IntersectionObserver);
      }
    });
  }
}

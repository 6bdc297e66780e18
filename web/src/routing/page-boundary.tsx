import { Component, type ReactNode } from 'react';
import type { Location } from './location.js';
import { PageError } from './page-error.js';

interface PageBoundaryProps {
  readonly location: Location;
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly fault: { readonly error: unknown } | null;
}

/** Shows an error that a page has thrown, until the user navigates. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { fault: null };

  static getDerivedStateFromError(error: unknown): PageBoundaryState {
    return { fault: { error } };
  }

  override componentDidUpdate({ location }: PageBoundaryProps): void {
    if (this.state.fault && location !== this.props.location) {
      this.setState({ fault: null });
    }
  }

  override render(): ReactNode {
    const { fault } = this.state;
    return fault ? <PageError error={fault.error} /> : this.props.children;
  }
}

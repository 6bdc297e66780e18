const BAR_ID = 'loading-bar';

/** Shows a bar while the current page waits for the code of the next one, so that every press has a visible effect. */
export function showLoadingBar(): void {
  if (!document.getElementById(BAR_ID)) {
    const bar = document.createElement('div');
    bar.id = BAR_ID;
    bar.role = 'progressbar';
    bar.ariaLabel = 'Loading the page';
    document.body.append(bar);
  }
}

export function hideLoadingBar(): void {
  document.getElementById(BAR_ID)?.remove();
}

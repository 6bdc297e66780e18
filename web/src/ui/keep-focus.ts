const SECTIONS = 'section, article, dialog, [role="dialog"], main, aside';
const HEADINGS = 'h1, h2, h3';

/**
 * When the focused element disappears, browsers leave the focus nowhere, and screen readers begin again at the top of
 * the page. Then the heading of what surrounded it gets the focus, unless the code that removed it moves the focus.
 * @returns a function that ends this
 */
export function keepFocus(): () => void {
  /** The element that got the focus last, with all that contains it. */
  let places: readonly Element[] = [];
  let frame = 0;

  function note({ target }: Event): void {
    places = target instanceof Element ? withParents(target) : [];
  }
  function look(): void {
    const [focused] = places;
    if (focused && !focused.isConnected && document.activeElement === document.body) {
      cancelAnimationFrame(frame);
      // Until then, effects may move the focus.
      frame = requestAnimationFrame(move);
    }
  }
  function move(): void {
    const place = places.find((each) => each.isConnected)?.closest(SECTIONS);
    places = [];
    if (place && document.activeElement === document.body) {
      focus(headingOf(place) ?? place);
    }
  }

  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', note);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    document.removeEventListener('focusin', note);
  };
}

function withParents(element: Element): Element[] {
  const places: Element[] = [];
  for (let each: Element | null = element; each; each = each.parentElement) {
    places.push(each);
  }
  return places;
}

function headingOf(place: Element): Element | null {
  return place.querySelector(HEADINGS);
}

function focus(place: Element): void {
  if (place instanceof HTMLElement) {
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }
}

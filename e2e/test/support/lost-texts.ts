import type { Person } from '../../src/person.js';

/** Texts of the page that are clipped by their own boxes, except for those with an ellipsis ('…'). */
export function lostTexts({ page }: Person): Promise<string[]> {
  return page.evaluate(() => {
    const isCut = (element: Element) => {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const isAnnounced = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
      const isTooWide = hides(overflowX) && element.scrollWidth > element.clientWidth + 1;
      const isTooHigh = hides(overflowY) && element.scrollHeight > element.clientHeight + 1;
      // Text for screen readers only is one pixel wide.
      return element.clientWidth > 1 && !isAnnounced && (isTooWide || isTooHigh);
    };
    return [...document.body.querySelectorAll('*')]
      .filter((element) => isCut(element) && (element as HTMLElement).innerText?.trim())
      .map((element) => element.outerHTML.slice(0, 200));
  });
}

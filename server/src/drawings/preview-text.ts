import { escapeHtml } from '../html/escape-html.js';

export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;

const LINE_LENGTH = 17;
const MAX_LINES = 6;

/** A line of text in an SVG, escaped. */
export function textAt(x: number, y: number, size: number, colour: string, text: string): string {
  return `<text x="${x}" y="${y}" font-family="Archivo Black" font-size="${size}" fill="${colour}">${escapeHtml(text)}</text>`;
}

/** A name in lines of the pictures' width, cut after some. */
export function linesOf(name: string, maxLines = MAX_LINES): string[] {
  const lines: string[] = [];
  for (const word of name.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && `${line} ${word}`.length <= LINE_LENGTH) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else {
      lines.push(word.slice(0, LINE_LENGTH + 6));
    }
  }
  return lines.length > maxLines ? [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]}…`] : lines;
}

import { UserError } from '../../errors/user-error.js';

/** Text that is not the XML that we accept. */
export class XmlError extends UserError {
  override readonly name = 'XmlError';
}

/** An element without its prefix. `text` is its own text, without that of its children, trimmed. */
export interface XmlElement {
  readonly name: string;
  /** The namespace that it declares itself, or null. */
  readonly namespace: string | null;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
  /** The line on which it begins; 1 for the first. */
  readonly line: number;
}

interface OpenElement extends XmlElement {
  readonly tag: string;
  readonly children: XmlElement[];
  text: string;
}

/** Deeper than any statement of a bank. */
const MAX_DEPTH = 40;
const NAME = String.raw`[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?`;
const TOKEN = new RegExp(
  [
    String.raw`<\?[^?]*(?:\?(?!>)[^?]*)*\?>`,
    '<!--[^-]*(?:-(?!->)[^-]*)*-->',
    String.raw`<!\[CDATA\[(?<data>[^\]]*(?:\](?!\]>)[^\]]*)*)\]\]>`,
    String.raw`</(?<end>${NAME})\s*>`,
    String.raw`<(?<start>${NAME})(?<attributes>(?:\s+${NAME}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'y',
);
const ATTRIBUTE = new RegExp(String.raw`(${NAME})\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'g');
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Reads XML that has no document type and no entities of its own: files of banks have neither, and attacks on readers
 * of XML need them. Names lose their prefixes.
 * @throws XmlError with the line of the first fault
 */
export function readXml(source: string): XmlElement {
  const root = element('', '', 1);
  const path: OpenElement[] = [root];
  const lines = new LineCounter(source);
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    const line = lines.at(at);
    if (!match) {
      throw new XmlError(`Line ${line}: ${reasonOf(source.slice(at, at + 9))}.`);
    }
    take(path, match.groups ?? {}, line);
  }
  const [document, ...more] = root.children;
  if (path.length > 1) {
    throw new XmlError(`The file ends within the element "${path.at(-1)?.tag}".`);
  }
  if (!document || more.length > 0 || root.text.trim() !== '') {
    throw new XmlError('The file has not exactly one element at its top.');
  }
  return document;
}

function take(path: OpenElement[], groups: Partial<Record<string, string>>, line: number): void {
  const current = path.at(-1);
  const { start, end, attributes = '', empty, data, text } = groups;
  if (!current) {
    throw new XmlError(`Line ${line}: more elements end than begin.`);
  }
  if (start !== undefined) {
    const opened = element(start, attributes, line);
    current.children.push(opened);
    if (empty === '') {
      path.push(opened);
    }
    if (path.length > MAX_DEPTH) {
      throw new XmlError(`Line ${line}: elements are nested more than ${MAX_DEPTH} deep.`);
    }
  } else if (end !== undefined) {
    if (current.tag !== end) {
      throw new XmlError(`Line ${line}: the element "${end}" ends where it has not begun.`);
    }
    current.text = current.text.trim();
    path.pop();
  } else {
    current.text += data ?? (text === undefined ? '' : decoded(text, line));
  }
}

function element(tag: string, attributes: string, line: number): OpenElement {
  const values = new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [
      name,
      decoded(double ?? single ?? '', line),
    ]),
  );
  const [prefix, local] = tag.includes(':') ? tag.split(':', 2) : [null, tag];
  return {
    tag,
    name: local ?? tag,
    namespace: values.get(prefix === null ? 'xmlns' : `xmlns:${prefix}`) ?? null,
    attributes: values,
    children: [],
    text: '',
    line,
  };
}

function decoded(text: string, line: number): string {
  return text.replaceAll(/&([^;\s&]{0,12};?)/g, (whole, name: string, at: number) => {
    const [, hexadecimal, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}));$/i.exec(name) ?? [];
    const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    const character = name.endsWith(';') ? ENTITIES[name.slice(0, -1)] : undefined;
    const isCharacter = [0x9, 0xa, 0xd].includes(code) || (code >= 0x20 && code <= 0xd7ff);
    if (character === undefined && !isCharacter) {
      const breaks = text.slice(0, at).split('\n').length - 1;
      throw new XmlError(`Line ${line + breaks}: the entity "${whole}" is not accepted.`);
    }
    return character ?? String.fromCodePoint(code);
  });
}

function reasonOf(beginning: string): string {
  return /^<!(DOCTYPE|ENTITY)/i.test(beginning)
    ? 'a document type is not accepted'
    : `this is no XML: ${JSON.stringify(beginning)}`;
}

/** Counts lines up to places that only grow. */
class LineCounter {
  private line = 1;
  /** Kept, so that a file on one line is searched once. */
  private nextBreak: number;

  constructor(private readonly source: string) {
    this.nextBreak = this.breakAfter(0);
  }

  at(place: number): number {
    while (this.nextBreak < place) {
      this.line += 1;
      this.nextBreak = this.breakAfter(this.nextBreak + 1);
    }
    return this.line;
  }

  private breakAfter(place: number): number {
    const found = this.source.indexOf('\n', place);
    return found === -1 ? Number.POSITIVE_INFINITY : found;
  }
}

export interface SvgElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly SvgElement[];
}

const COMMENT = /<!--.*?-->/gs;
const TAG = /<(\/?)([A-Za-z]+)((?:\s+[\w-]+="[^"<>]*")*)\s*(\/?)>/g;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;

/**
 * Parses the part of SVG that silhouettes use: elements, attributes and comments.
 * @throws Error for any other content
 */
export function parseSvg(text: string): SvgElement {
  const content = text.replace(COMMENT, '');
  if (content.replace(TAG, '').trim() !== '') {
    throw new Error(`not an element: ${content.replace(TAG, '').trim()}`);
  }
  const root = { name: '', attributes: {}, children: [] as SvgElement[] };
  const open = [root];
  for (const [, end, name = '', attributes = '', isEmpty] of content.matchAll(TAG)) {
    if (end) {
      if (open.pop()?.name !== name) {
        throw new Error(`</${name}> ends another element`);
      }
      continue;
    }
    const element = { name, attributes: attributesOf(attributes), children: [] };
    open.at(-1)?.children.push(element);
    if (!isEmpty) {
      open.push(element);
    }
  }
  const [svg] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || svg === undefined) {
    throw new Error('not one complete element');
  }
  return svg;
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]));
}

import { compareTexts } from './compare-texts.js';

const SIZE_PATTERN = /^([1-9]\d?(?:\.5)?)([YWCK]?)$/;

/** True if a text is a shoe size: '9', '10.5', '5.5Y'. */
export function isSize(text: string): boolean {
  return SIZE_PATTERN.test(text);
}

/** Compares sizes in shop order: by run (plain, then lettered), then by number. */
export function compareSizes(left: string, right: string): number {
  const a = sizeParts(left);
  const b = sizeParts(right);
  return compareTexts(a.run, b.run) || a.number - b.number || compareTexts(left, right);
}

interface SizeParts {
  readonly run: string;
  readonly number: number;
}

/** The parts of sizes compared before; there are fewer than a thousand. */
const knownParts = new Map<string, SizeParts>();

function sizeParts(size: string): SizeParts {
  const known = knownParts.get(size);
  if (known) {
    return known;
  }
  const match = SIZE_PATTERN.exec(size);
  if (!match) {
    return { run: size, number: 0 };
  }
  const parts = { run: match[2] ?? '', number: Number(match[1]) };
  knownParts.set(size, parts);
  return parts;
}

const SIZE_PATTERN = /^([1-9]\d?(?:\.5)?)([YWCK]?)$/;

/** Whether a text names a shoe size: '9', '10.5', '5.5Y'. */
export function isSize(text: string): boolean {
  return SIZE_PATTERN.test(text);
}

/** Orders sizes as a shop does: by run (plain, then lettered), then by number. */
export function compareSizes(left: string, right: string): number {
  const a = sizeParts(left);
  const b = sizeParts(right);
  return compareTexts(a.run, b.run) || a.number - b.number || compareTexts(left, right);
}

function sizeParts(size: string): { run: string; number: number } {
  const match = SIZE_PATTERN.exec(size);
  return { run: match?.[2] ?? size, number: Number(match?.[1] ?? 0) };
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** After every text that begins with this one, in the order of `text_pattern_ops`. */
export function endOfBeginning(beginning: string): string {
  return `${beginning}\u{10ffff}`;
}

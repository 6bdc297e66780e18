/** The decoded parameters of a path, by the names in its pattern. */
export type PathParams = Readonly<Record<string, string>>;

/** Returns the values of parameters such as `:id`; null if the path does not match. */
export function matchPath(pattern: string, pathname: string): PathParams | null {
  const parts = partsOf(pathname);
  return parts.length === partsOf(pattern).length ? paramsOf(pattern, parts) : null;
}

/** True if the path or a prefix of it matches the pattern. */
export function isAtOrBelow(pattern: string, pathname: string): boolean {
  return paramsOf(pattern, partsOf(pathname)) !== null;
}

function paramsOf(pattern: string, parts: readonly string[]): PathParams | null {
  const params: Record<string, string> = {};
  for (const [index, wanted] of partsOf(pattern).entries()) {
    const part = parts[index] ?? '';
    if (wanted.startsWith(':') && part !== '') {
      params[wanted.slice(1)] = part;
    } else if (wanted !== part) {
      return null;
    }
  }
  return params;
}

/** The parts between the slashes. A trailing slash does not count, as on the server. */
function partsOf(pathname: string): string[] {
  const parts = pathname.split('/').slice(1).map(decoded);
  return parts.at(-1) === '' ? parts.slice(0, -1) : parts;
}

/** Users can type a % that does not encode anything. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

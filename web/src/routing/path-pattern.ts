/** What stands in a path where its pattern has names, decoded. */
export type PathParams = Readonly<Record<string, string>>;

/** What a path has where the pattern has names such as `:id`; null where it does not fit. */
export function matchPath(pattern: string, pathname: string): PathParams | null {
  const parts = partsOf(pathname);
  return parts.length === partsOf(pattern).length ? paramsOf(pattern, parts) : null;
}

/** Whether a path fits the pattern, or begins with one that does. */
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

/** What stands between the slashes. One at the end does not count, as for the server. */
function partsOf(pathname: string): string[] {
  const parts = pathname.split('/').slice(1).map(decoded);
  return parts.at(-1) === '' ? parts.slice(0, -1) : parts;
}

/** Anybody can type a % into an address that means nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

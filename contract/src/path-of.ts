/** The path of a pattern with these parameters, each in place of its name and its own pattern. */
export function pathOf(pattern: string, parameters: Readonly<Record<string, string | number>>): string {
  return pattern.replace(/:(\w+)(\(.*?\))?/g, (_place, name) => encodeURIComponent(parameters[name] ?? ''));
}

/** The patterns of a page: each page of the dashboard also exists with the user's id in its path. */
export function patternsOf(path: string): readonly string[] {
  return path.startsWith('/dashboard/') ? [path, path.replace('/dashboard/', '/dashboard/:uid/')] : [path];
}

/** True if a pattern has this path. A trailing slash counts: only the canonical path of a page is its address. */
export function isAtPattern(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/');
  const parts = pathname.split('/');
  return (
    wanted.length === parts.length &&
    wanted.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  );
}

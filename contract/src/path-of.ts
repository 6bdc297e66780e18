/** The path of a pattern with these parameters. */
export function pathOf(pattern: string, parameters: Readonly<Record<string, string>>): string {
  return pattern.replace(/:(\w+)/g, (_place, name) => encodeURIComponent(parameters[name] ?? ''));
}

/** The patterns of a page: each page of the dashboard also exists with the user's id in its path. */
export function patternsOf(path: string): readonly string[] {
  return path.startsWith('/dashboard/') ? [path, path.replace('/dashboard/', '/dashboard/:uid/')] : [path];
}

/** The parameters of a request as Stripe encodes them: `metadata[call]=…`, by their whole names. */
export type Params = Readonly<Record<string, string>>;

export function readForm(text: string): Params {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The members of a parameter, such as `metadata`. */
export function membersOf(params: Params, name: string): Record<string, string> {
  const start = `${name}[`;
  return Object.fromEntries(
    Object.entries(params)
      .filter(([key]) => key.startsWith(start) && key.endsWith(']'))
      .map(([key, value]) => [key.slice(start.length, -1), value]),
  );
}

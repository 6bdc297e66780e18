/** The address of the party that gets the next parcel. */
export function Address({ lines }: { readonly lines: readonly string[] }) {
  return lines.length === 0 ? (
    <p className="text-muted">The user has saved no address. Write to them before the pair leaves.</p>
  ) : (
    <address className="not-italic">
      {lines.map((line) => (
        <span key={line} className="block wrap-anywhere">
          {line}
        </span>
      ))}
    </address>
  );
}

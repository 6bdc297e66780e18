interface DealNameProps {
  readonly name: string;
  readonly size: string;
  readonly code: string;
}

/** The product, size and code of a deal, in a link that is a `group`. */
export function DealName({ name, size, code }: DealNameProps) {
  return (
    <>
      <span className="block font-semibold wrap-anywhere underline-offset-4 group-hover:underline">
        {name}
      </span>
      <span className="block text-sm text-muted">
        Size {size} · <span className="tabular-nums wrap-anywhere sm:whitespace-nowrap">{code}</span>
      </span>
    </>
  );
}

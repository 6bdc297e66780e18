import type { ReactNode } from 'react';
import type { ImportPreview } from '../../api/desk-catalogue.js';

/** The rows of a file by what becomes of them, bad ones first. */
export function PreviewRows({
  preview: { bad, hidden, changed, created },
}: {
  readonly preview: ImportPreview;
}) {
  return (
    <>
      <Rows title="Rows that cannot be imported" group={bad}>
        {({ line, errors }) => (
          <Row key={line} line={line} title={errors[0] ?? ''}>
            {errors.slice(1).map((error) => (
              <p key={error}>{error}</p>
            ))}
          </Row>
        )}
      </Rows>
      <Rows title="Products that stay hidden" group={hidden}>
        {({ line, name }) => (
          <Row key={line} line={line} title={name}>
            <p>An admin has hidden or merged it.</p>
          </Row>
        )}
      </Rows>
      <Rows title="Changed products" group={changed}>
        {({ line, name, changes, newSizes }) => (
          <Row key={line} line={line} title={name}>
            {changes.map(({ field, from, to }) => (
              <p key={field}>
                {field}: {from || 'none'} → {to || 'none'}
              </p>
            ))}
            {newSizes.length === 0 ? null : <p>new sizes: {newSizes.join(', ')}</p>}
          </Row>
        )}
      </Rows>
      <Rows title="New products" group={created}>
        {({ line, name, sizes }) => (
          <Row key={line} line={line} title={name}>
            <p>sizes: {sizes.join(', ')}</p>
          </Row>
        )}
      </Rows>
    </>
  );
}

interface RowsProps<Each> {
  readonly title: string;
  readonly group: { readonly count: number; readonly rows: readonly Each[] };
  readonly children: (row: Each) => ReactNode;
}

function Rows<Each>({ title, group: { count, rows }, children }: RowsProps<Each>) {
  if (count === 0) {
    return null;
  }
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="text-xl">
        {title} <span className="tabular-nums text-muted">{count}</span>
      </h3>
      <ul className="divide-y divide-line border-y border-line">{rows.map(children)}</ul>
      {rows.length < count ? (
        <p className="text-sm text-muted">
          These are the first {rows.length}; {count - rows.length} more follow.
        </p>
      ) : null}
    </section>
  );
}

interface RowProps {
  readonly line: number;
  readonly title: string;
  readonly children: ReactNode;
}

function Row({ line, title, children }: RowProps) {
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 py-2.5">
      <span className="text-sm text-muted tabular-nums">Line {line}</span>
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <div className="text-sm">{children}</div>
      </div>
    </li>
  );
}

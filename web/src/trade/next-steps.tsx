import { useId } from 'react';

/** The steps that follow the confirmation of an order. */
export function NextSteps({ steps }: { readonly steps: readonly string[] }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="rounded-card bg-card p-4">
      <h2 id={titleId} className="font-sans text-sm font-semibold [font-stretch:100%]">
        What happens next
      </h2>
      <ol className="mt-2 flex list-decimal flex-col gap-1 pl-5 text-sm">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

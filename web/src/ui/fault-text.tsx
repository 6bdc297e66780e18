/** Says below a form or a question why it was not done; nothing for null. */
export function FaultText({ children }: { readonly children: string | null }) {
  return children === null ? null : (
    <p role="alert" className="text-error">
      {children}
    </p>
  );
}

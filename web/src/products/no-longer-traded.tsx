/** Replaces the buttons of a product that takes no orders any longer. */
export function NoLongerTraded() {
  return (
    <div className="rounded-card border border-line bg-card p-4">
      <p className="font-semibold">No longer traded</p>
      <p className="mt-1 text-sm text-muted">
        Bids and asks are closed. Past sales stay, and purchases and sales under way continue.
      </p>
    </div>
  );
}

/**
 * Waits for statements that were sent in sequence. If some fail, the first error has the cause: later ones only report
 * that the transaction has failed.
 */
export async function inOrder<Results extends readonly unknown[]>(
  sent: Results,
): Promise<{ -readonly [Index in keyof Results]: Awaited<Results[Index]> }> {
  const settled = await Promise.allSettled(sent);
  const values = settled.map((result) => {
    if (result.status === 'rejected') {
      throw result.reason;
    }
    return result.value;
  });
  return values as { -readonly [Index in keyof Results]: Awaited<Results[Index]> };
}

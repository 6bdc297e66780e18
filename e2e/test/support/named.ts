/** Runs a row of a table. Its error names the row. */
export async function named(row: string, run: () => Promise<void>): Promise<void> {
  await run().catch((error: unknown) => {
    throw new Error(`${row}: ${(error as Error).message}`, { cause: error });
  });
}

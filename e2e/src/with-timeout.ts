/** Fails with this sentence if the promise is still pending after the time. */
export async function withTimeout(
  promise: Promise<void>,
  timeMs: number,
  sentence: () => string,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(sentence())), timeMs);
  });
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

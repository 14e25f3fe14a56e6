/**
 * Does `work` every `ms`, never twice at once; a failure is handed to `failed`, and the next time may go
 * better. Keeps no process alive. The answered function ends it.
 */
export function repeat(
  ms: number,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): () => void {
  let busy = false;
  const once = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await work();
    } catch (error) {
      failed(error);
    }
    busy = false;
  };
  const timer = setInterval(() => void once(), ms).unref();
  return () => clearInterval(timer);
}

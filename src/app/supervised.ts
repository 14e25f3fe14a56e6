/** What a process says to the supervisor that started it (scripts/lib/supervise.mjs). */
export type SupervisedMessage =
  /** A step of the start has started; `patience` times the usual time is allowed for it. */
  { step: string; patience: number } | { url: string } | { indexing: boolean };

/** Sends to the supervisor; a process that somebody started by hand has none. */
export function tellSupervisor(message: SupervisedMessage): void {
  // A supervisor that is gone at this moment is noticed by `stopWithSupervisor`.
  process.send?.(message, undefined, undefined, () => {});
}

/** Ends this process as SIGTERM would when its supervisor was killed: nobody else would stop it. */
export function stopWithSupervisor(): void {
  if (process.send === undefined) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

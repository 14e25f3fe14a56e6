import type { OnApplicationShutdown } from '@nestjs/common';

/** Closes what was opened, the latest first; the caller closes where the creation failed, of which Nest tells no hook. */
export class Lifetime implements OnApplicationShutdown {
  private readonly closers: (() => Promise<void>)[] = [];
  private readonly opening = new Set<Promise<unknown>>();
  private isClosed = false;

  /** Opens what {@link close} closes. Rejects after that: the factories of a failed creation continue for a while. */
  async open<T extends { close?(): unknown } | undefined>(
    open: () => T | Promise<T>,
    close = (opened: T): unknown => opened?.close?.(),
  ): Promise<T> {
    if (this.isClosed) throw new Error('The server is closed.');
    const opening = (async () => {
      const opened = await open();
      this.closers.push(async () => void (await close(opened)));
      return opened;
    })();
    this.opening.add(opening);
    return opening.finally(() => this.opening.delete(opening));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled(this.opening);
    for (const close of this.closers.splice(0).reverse()) await close();
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}

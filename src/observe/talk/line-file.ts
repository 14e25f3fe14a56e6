import { open } from 'node:fs/promises';
import { messageOf } from '../../foundation/errors.js';
import type { Logger } from '../../foundation/logger.js';

/** Characters that may wait to be written; lines past it are dropped. */
const MAX_PENDING = 16 * 1024 * 1024;
/** Readable and writable for its owner only. */
const MODE = 0o600;

/**
 * Appends lines to a file, without making the caller wait. While one write is under way the next
 * lines gather. The file is reopened for each batch, so that it can be moved away at any time and
 * a new one begins.
 */
export class LineFile {
  private lines: string[] = [];
  private length = 0;
  private dropped = 0;
  private failing = false;
  private writing: Promise<void> | undefined;

  constructor(
    private readonly path: string,
    private readonly logger: Logger,
    private readonly maxPending = MAX_PENDING,
  ) {}

  /** Takes a line without its end; drops it when too much waits already. */
  append(line: string): void {
    if (this.length + line.length > this.maxPending) {
      if (this.dropped === 0) this.warn('it is written too slowly');
      this.dropped += 1;
      return;
    }
    this.lines.push(`${line}\n`);
    this.length += line.length + 1;
    this.writing ??= this.drain();
  }

  /** Resolves when nothing waits any more. Never rejects. */
  async settled(): Promise<void> {
    await this.writing;
  }

  private async drain(): Promise<void> {
    while (this.lines.length > 0) {
      const batch = this.lines.join('');
      this.lines = [];
      try {
        await this.write(batch);
        if (this.dropped > 0) this.warn(`${this.dropped} lines are missing`);
        this.dropped = 0;
        this.failing = false;
      } catch (error) {
        if (!this.failing) this.warn(messageOf(error));
        this.failing = true;
      }
      this.length -= batch.length;
    }
    this.writing = undefined;
  }

  private async write(text: string): Promise<void> {
    const file = await open(this.path, 'a', MODE);
    try {
      await file.appendFile(text);
    } finally {
      await file.close();
    }
  }

  private warn(reason: string): void {
    this.logger.warn({ path: this.path, reason }, 'the talk log is not complete');
  }
}

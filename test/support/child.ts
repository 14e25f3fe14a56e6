import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const LOADER = new URL('./typescript.mjs', import.meta.url).href;

/** A TypeScript program in a process of its own that talks in lines. */
export class Child {
  readonly pid: number;
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterator<string>;
  private errors = '';

  constructor(script: URL, args: readonly string[] = [], settings: NodeJS.ProcessEnv = {}) {
    const { NODE_OPTIONS: _jestFlags, ...env } = { ...process.env, ...settings };
    this.process = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--import', LOADER, fileURLToPath(script), ...args],
      { env },
    );
    this.pid = this.process.pid ?? 0;
    this.process.stderr.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
    this.lines = createInterface(this.process.stdout)[Symbol.asyncIterator]();
  }

  /** The next line it prints; rejects with what it wrote to standard error when it ends instead. */
  async line(): Promise<string> {
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`the child ended: ${this.errors}`);
    return value;
  }

  /** The address at which it says that it is ready. */
  async ready(): Promise<string> {
    for (;;) {
      const found = /(?:ready|listens) at (\S+)/.exec(await this.line());
      if (found?.[1]) return found[1];
    }
  }

  /** All lines it still prints, until it ends. */
  async rest(): Promise<string[]> {
    const lines: string[] = [];
    for (let next = await this.lines.next(); !next.done; next = await this.lines.next()) {
      lines.push(next.value);
    }
    return lines;
  }

  tell(line: string): void {
    this.process.stdin.write(`${line}\n`);
  }

  /** What it has written to standard error so far. */
  get errorText(): string {
    return this.errors;
  }

  signal(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }

  /** Ends it at once, without a chance to tidy up, and waits until it is gone. */
  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await gone;
  }

  /** Waits until it ends by itself and answers its exit code; null when a signal ended it. */
  async exitCode(): Promise<number | null> {
    this.process.stdin.end();
    const { exitCode, signalCode } = this.process;
    if (exitCode === null && signalCode === null) await once(this.process, 'exit');
    return this.process.exitCode;
  }
}

/** Starts a program with settings of its own besides these; each is killed after its test. */
export function useChildren(script: URL, settings: () => NodeJS.ProcessEnv) {
  const children: Child[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) await child.kill();
  });
  return (own: NodeJS.ProcessEnv = {}, ...args: string[]): Child => {
    const child = new Child(script, args, { ...settings(), ...own });
    children.push(child);
    return child;
  };
}

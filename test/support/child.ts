import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const LOADER = new URL('./typescript.mjs', import.meta.url).href;

/** A TypeScript program in a process of its own that talks in lines. */
export class Child {
  readonly pid: number;
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterableIterator<string>;
  /** What it has written to standard error so far. */
  errorText = '';

  constructor(script: URL, args: readonly string[] = [], settings: NodeJS.ProcessEnv = {}) {
    const { NODE_OPTIONS: _jestFlags, ...env } = { ...process.env, ...settings };
    this.process = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--import', LOADER, fileURLToPath(script), ...args],
      { env },
    );
    this.pid = this.process.pid ?? 0;
    this.process.stderr.setEncoding('utf8').on('data', (text: string) => (this.errorText += text));
    this.lines = createInterface(this.process.stdout)[Symbol.asyncIterator]();
  }

  /** The next line it prints; rejects with what it wrote to standard error when it ends instead. */
  async line(): Promise<string> {
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`the child ended: ${this.errorText}`);
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
    for await (const line of this.lines) lines.push(line);
    return lines;
  }

  tell(line: string): void {
    this.process.stdin.write(`${line}\n`);
  }

  signal(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }

  /** Ends it at once, without a chance to tidy up, and waits until it is gone. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.gone();
  }

  /** Waits until it ends by itself and answers its exit code; null when a signal ended it. */
  async exitCode(): Promise<number | null> {
    this.process.stdin.end();
    await this.gone();
    return this.process.exitCode;
  }

  private async gone(): Promise<void> {
    const { exitCode, signalCode } = this.process;
    if (exitCode === null && signalCode === null) await once(this.process, 'exit');
  }
}

const MAIN = new URL('../../src/main.ts', import.meta.url);

/** Starts the server as processes of its own, which start quickly and offer everything. */
export function useServers(settings: () => NodeJS.ProcessEnv = () => ({})) {
  const plain = { PORT: '0', EMBEDDER: 'none', LOG_LEVEL: 'silent', SAMPLE_DOCUMENTS: 'off' };
  return useChildren(MAIN, () => ({ ...plain, ...settings() }));
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

import { withinTime } from '../../../../foundation/clock.js';
import { beyondParsed, withDigits } from '../../../../foundation/exact-json.js';
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import {
  deserializeMessage,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import type { McpLimits, McpProgram } from './server-place.js';
import { linesIn, type CutSecrets, FloodGuard } from './bounded-fetch.js';

const STDERR_KEPT = 2_000;
const GRACE_MS = 2_000;

/** A program in a process group of its own, with the usual variables and those given, bounded in what it writes. */
export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  fault: Error | undefined;
  private child: ChildProcess | undefined;
  private line: Buffer[] = [];
  private lineBytes = 0;
  private readonly guard: FloodGuard;
  private exited: Promise<void> = Promise.resolve();
  private said = '';

  constructor(
    private readonly program: McpProgram,
    private readonly limits: McpLimits,
    private readonly cut: CutSecrets,
  ) {
    this.guard = new FloodGuard(limits);
  }

  // The SDK knows a transport of this kind by these two.
  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  get stderr(): Readable | null {
    return this.child?.stderr ?? null;
  }

  /** The end of what it wrote to its error stream, for people who look for the reason. */
  get lastWords(): string {
    return this.said.trim();
  }

  start(): Promise<void> {
    const { command, args, env, cwd } = this.program;
    const child = spawn(command, [...args], {
      cwd,
      env: { ...getDefaultEnvironment(), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.child = child;
    this.exited = new Promise((resolve) => child.once('close', () => resolve()));
    void this.exited.then(() => this.onclose?.());
    child.stdin.on('error', (error) => this.onerror?.(error));
    child.stdout.on('data', (chunk: Buffer) => this.read(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.said = this.cut(this.said + chunk.toString('utf8')).slice(-STDERR_KEPT);
    });
    return new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.child?.stdin;
    if (!stdin?.writable) throw new Error('the program does not run');
    if (stdin.write(`${withDigits(serializeMessage(message)).trimEnd()}\n`)) return;
    await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), this.exited]);
  }

  /** Closes its input, and ends what then still runs. */
  async close(): Promise<void> {
    const { child } = this;
    if (child?.pid === undefined) return;
    child.stdin?.end();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const mayStay = signal === 'SIGTERM' && this.fault === undefined;
      await withinTime(this.exited, mayStay ? GRACE_MS : 0, () => {});
      if (child.exitCode !== null || child.signalCode !== null) break;
      this.kill(signal);
      await withinTime(this.exited, GRACE_MS, () => {});
    }
    // What it started may hold its streams open after it has ended.
    this.kill('SIGKILL');
    await this.exited;
  }

  private kill(signal: NodeJS.Signals): void {
    const pid = this.child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, signal);
    } catch {
      // The whole group has ended.
    }
  }

  private read(chunk: Buffer): void {
    if (this.fault !== undefined) return;
    try {
      // Counted before they are parsed: lines that are no messages cost the most.
      const flood = this.guard.note({ bytes: chunk.length, lines: linesIn(chunk) });
      if (flood !== undefined) throw new Error(flood);
      let start = 0;
      for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, start)) {
        this.hold(chunk.subarray(start, end));
        this.readLine();
        start = end + 1;
      }
      this.hold(chunk.subarray(start));
    } catch (error) {
      this.end(error as Error);
    }
  }

  private hold(part: Buffer): void {
    const { messageBytes } = this.limits;
    this.lineBytes += part.length;
    if (this.lineBytes > messageBytes)
      throw new Error(`it wrote a message of more than ${messageBytes} bytes`);
    this.line.push(part);
  }

  private readLine(): void {
    const line = Buffer.concat(this.line);
    this.line = [];
    this.lineBytes = 0;
    if (line.length === 0 || this.fault !== undefined) return;
    const text = line.toString('latin1');
    const beyond = beyondParsed(text);
    if (beyond !== undefined) throw new Error(`it wrote a message that ${beyond}`);
    try {
      const shown = Buffer.from(this.cut(text), 'latin1').toString('utf8');
      this.onmessage?.(deserializeMessage(shown));
    } catch (error) {
      // What programs print beside their messages is no JSON; a line that is JSON and no message costs that line.
      if (!(error instanceof SyntaxError)) this.onerror?.(error as Error);
    }
  }

  private end(fault: Error): void {
    this.fault = fault;
    this.line = [];
    this.onerror?.(fault);
    void this.close();
  }
}

const NEW_LINE = 10;

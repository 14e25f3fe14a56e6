import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** The project's root directory. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs a command's main function; a failed step ends it with its message and the tail of its output.
 * @param {() => Promise<number>} main answers the exit code
 */
export async function command(main) {
  try {
    const code = await main();
    process.exitCode = code;
    if (code === HUNG_UP) endHungUp();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.error(`\n${error.message}\n\n${error.tail}`);
    process.exitCode = 1;
  }
}

const HUNG_UP = 128 + constants.signals.SIGHUP;

/** Ends of SIGHUP, as the program did: Node's own exit resets the terminal, and aborts where there is none any more. */
function endHungUp() {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/**
 * Runs a program in this terminal and answers its exit code. A signal for us becomes one for it, but
 * for Ctrl-C, which the terminal sends to both.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function runHere(program, args, options = {}) {
  return new Promise((settle, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options });
    process.on('SIGINT', () => {
      if (!process.stdin.isTTY) child.kill('SIGINT');
    });
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    process.on('SIGHUP', () => child.kill('SIGHUP'));
    child.on('error', reject);
    child.on('close', (code, signal) =>
      settle(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    );
  });
}

const TAIL_LINES = 30;
/** Where nothing can be rewritten (a log file), a sign of life now and then is enough. */
const PLAIN_EVERY_S = 10;

/** A step of a command that failed; `tail` is the end of its output. */
export class StepError extends Error {
  /**
   * @param {string} message
   * @param {string} tail
   */
  constructor(message, tail) {
    super(message);
    this.tail = tail;
  }
}

/**
 * Runs a program while a line shows what it does and for how long; its output appears only when it
 * fails, as the tail of a `StepError`.
 * @param {string} title e.g. "Installing packages (once)"
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export async function step(title, program, args, options) {
  const progress = showProgress(title);
  const { code, output } = await run(program, args, options);
  progress.end(code === 0);
  if (code !== 0) throw new StepError(`${title} failed (exit code ${code}).`, tailOf(output));
}

/**
 * Runs a program to its end and collects what it prints.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, options) {
  return new Promise((settle) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.on('error', (error) => settle({ code: 127, output: `${output}${error.message}\n` }));
    child.on('close', (code, signal) => settle({ code: code ?? (signal ? 130 : 1), output }));
  });
}

/**
 * The last lines of some output, without the colours some tools use even where nobody sees them.
 * @param {string} output
 */
export function tailOf(output) {
  return stripVTControlCharacters(output).trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}

/** What each step that runs now says of itself. @type {Set<() => string>} */
const running = new Set();

/** @param {string} title */
function showProgress(title) {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  const rewrites = process.stdout.isTTY;
  const state = () => `${title}… ${seconds()} s`;
  running.add(state);
  const show = () => {
    if (rewrites) process.stdout.write(`\r\x1b[K${[...running].map((say) => say()).join('  ')}`);
    else if (seconds() % PLAIN_EVERY_S === 0) console.log(state());
  };
  show();
  const timer = setInterval(show, 1000);
  return {
    /** @param {boolean} worked */
    end(worked) {
      clearInterval(timer);
      running.delete(state);
      const clear = rewrites ? '\r\x1b[K' : '';
      console.log(`${clear}${title}: ${worked ? 'done' : 'failed'} in ${seconds()} s`);
    },
  };
}

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { StepError } from './step.mjs';

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

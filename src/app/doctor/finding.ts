import { messageOf } from '../../foundation/errors.js';

/** What one check of `sextant doctor` found; a `fault` keeps the server from working, `look` is worth a look. */
export interface Finding {
  what: string;
  state: 'ok' | 'look' | 'fault';
  /** What is, and of anything but `ok` what to do about it. */
  text: string;
}

/** Runs a check; one that throws is a fault in the words of its error. */
export async function found(
  what: string,
  check: () => Promise<Omit<Finding, 'what'>>,
): Promise<Finding> {
  try {
    return { what, ...(await check()) };
  } catch (error) {
    return { what, state: 'fault', text: messageOf(error) };
  }
}

/** All is well. */
export function ok(text: string): Omit<Finding, 'what'> {
  return { state: 'ok', text };
}

/** It works, and may not for long. */
export function look(text: string): Omit<Finding, 'what'> {
  return { state: 'look', text };
}

/** It does not work. */
export function fault(text: string): Omit<Finding, 'what'> {
  return { state: 'fault', text };
}

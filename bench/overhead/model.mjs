/** The model that all servers of the overhead bench talk to, and what they are asked. */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

/**
 * What one request asks for; it goes to the model as the user's message. `call`: one tool call, then
 * the answer. `paceMs` lies between chunks; 0 is a turn of the event loop. `hold`: after the first
 * chunk nothing more comes. `timed`: each chunk says when it was made, as {@link now} tells it.
 * @typedef {{ chunks: number, paceMs?: number, call?: boolean, hold?: boolean, timed?: boolean }} Ask
 */

/** A chunk of text, 18 characters. */
export const CHUNK = 'A few words more. ';

/** The time of this machine in ms, the same for all of its processes. */
export const now = () => performance.timeOrigin + performance.now();

/** The tool that is called; the other tools are never called. */
export const TOOL = 'discover_table_reference';

/**
 * The chunks of an answer.
 * @param {Ask} ask
 * @param {AbortSignal} [signal]
 */
export async function* chunksOf({ chunks, paceMs = 0, hold = false, timed = false }, signal) {
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    if (paceMs > 0) await pause(paceMs);
    else await turn();
    yield timed ? `${CHUNK}<${now().toFixed(1)}> ` : CHUNK;
    if (hold) await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    if (signal?.aborted) return;
  }
}

/**
 * The ask in a user's message; other text may stand around it.
 * @param {string} message
 * @returns {Ask}
 */
export function askIn(message) {
  return JSON.parse(message.slice(message.indexOf('{'), message.lastIndexOf('}') + 1));
}

/**
 * So many tools with a description and two parameters each; the first is {@link TOOL}.
 * @param {number} count
 */
export function toolsOf(count) {
  return Array.from({ length: count }, (_, i) => ({
    name: i === 0 ? TOOL : `tool_number_${i}`,
    description: `Reads, lists or changes what belongs to number ${i}; use it when number ${i} is asked for.`,
    schema: {
      type: /** @type {const} */ ('object'),
      properties: {
        id: { type: /** @type {const} */ ('string'), description: 'The identifier of the thing' },
        limit: { type: /** @type {const} */ ('number'), description: 'At most so many' },
      },
      additionalProperties: false,
    },
  }));
}

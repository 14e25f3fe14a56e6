import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../foundation/ids.js';
import type { ToolCall } from '../types.js';

/** A call as a chunk of a stream held it. */
export interface WholeCall {
  call: ToolCall;
  /** What the server said of which call it is, where it did. */
  id: unknown;
  index?: unknown;
}

/**
 * The calls of an API that sends each one whole. One that a later chunk sends once more is the same call, unless an id
 * or index says that it is another; arguments behind an empty `{}` of the same id are those of that call.
 */
export class WholeCalls {
  private readonly kept: WholeCall[] = [];
  private readonly fresh: WholeCall[] = [];

  get any(): boolean {
    return this.kept.length + this.fresh.length > 0;
  }

  add(call: WholeCall): void {
    this.fresh.push(call);
  }

  /** What comes now is of another chunk. */
  endChunk(): void {
    const before = [...this.kept];
    for (const sent of this.fresh.splice(0)) {
      const same = before.find((earlier) => isSent(earlier, sent));
      if (same === undefined) this.kept.push(sent);
      else if (isEmpty(same.call)) same.call = { ...sent.call, id: same.call.id };
    }
  }

  /** All calls, in the order of their coming. */
  finish(): ToolCall[] {
    this.endChunk();
    return withOwnIds(this.kept.map(({ call }) => call));
  }
}

/** The calls, each with an id that no other has. */
export function withOwnIds(calls: readonly ToolCall[]): ToolCall[] {
  const seen = new Set<string>();
  return calls.map((call) => {
    const id = seen.has(call.id) ? `call_${newId()}` : call.id;
    seen.add(id);
    return { ...call, id };
  });
}

/** Whether a call was sent before. */
function isSent(before: WholeCall, now: WholeCall): boolean {
  if (before.call.name !== now.call.name || now.call.fault !== undefined) return false;
  if (isSaid(before.id) && isSaid(now.id) && before.id !== now.id) return false;
  if (isSaid(before.index) && isSaid(now.index) && before.index !== now.index) return false;
  // Without arguments two calls look the same, so that only an id tells.
  if (isEmpty(before.call)) return isSaid(before.id) && before.id === now.id;
  return isDeepStrictEqual(before.call.arguments, now.call.arguments);
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function isEmpty({ arguments: input, fault }: ToolCall): boolean {
  return fault === undefined && Object.keys(input).length === 0;
}

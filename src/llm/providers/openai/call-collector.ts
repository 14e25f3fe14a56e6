import { newId } from '../../../foundation/ids.js';
import type { ToolCall } from '../../types.js';
import { toArguments } from '../../wire/call-arguments.js';

/** One fragment of `delta.tool_calls`, with every field optional as seen from compatible servers. */
export interface CallFragment {
  index?: number;
  id?: string;
  function?: { name?: string; arguments?: string | Record<string, unknown> };
}

interface Partial {
  index: number;
  id: string;
  name: string;
  text: string;
  whole?: Record<string, unknown>;
}

/**
 * Puts tool calls together from their fragments, by index. Copes with an index that starts at 1, is
 * missing or is 0 for every call, ids that are empty or repeated, a name in a later fragment, arguments
 * that come whole or as an object, and empty trailing fragments.
 */
export class CallCollector {
  private readonly calls: Partial[] = [];

  add(fragment: CallFragment): void {
    const call = this.at(fragment);
    if (fragment.id) call.id ||= fragment.id;
    const { name, arguments: piece } = fragment.function ?? {};
    if (name) call.name ||= name;
    if (typeof piece === 'string') call.text += piece;
    else if (piece !== undefined && piece !== null) call.whole = piece;
  }

  /** The calls that have a name, in order, each with an id of its own. */
  finish(): ToolCall[] {
    const seen = new Set<string>();
    return this.calls
      .toSorted((a, b) => a.index - b.index)
      .filter((call) => call.name !== '')
      .map((call) => {
        const id = call.id === '' || seen.has(call.id) ? `call_${newId()}` : call.id;
        seen.add(id);
        return { id, name: call.name, arguments: toArguments(call.whole ?? call.text) };
      });
  }

  private at(fragment: CallFragment): Partial {
    const index = fragment.index ?? this.guessIndex(fragment);
    const last = this.calls.findLast((call) => call.index === index);
    if (last !== undefined && !isAnother(fragment, last)) return last;
    const call = { index, id: '', name: '', text: '' };
    this.calls.push(call);
    return call;
  }

  /** Without an index, a fragment with a name begins a call and one without goes on with the last. */
  private guessIndex(fragment: CallFragment): number {
    const last = Math.max(-1, ...this.calls.map(({ index }) => index));
    return fragment.function?.name || last === -1 ? last + 1 : last;
  }
}

/** Ollama and some proxies give every call the index 0: a name under a new id begins the next one. */
function isAnother({ id, function: called }: CallFragment, { id: ownId, name }: Partial): boolean {
  return Boolean(id && called?.name && name) && ownId !== '' && id !== ownId;
}

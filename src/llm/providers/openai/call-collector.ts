import { defined } from '../../../foundation/defined.js';
import { newId } from '../../../foundation/ids.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import type { ToolCall } from '../../types.js';
import { readCall } from '../../wire/call-arguments.js';

/** One fragment of `delta.tool_calls`: any field may be missing, as seen from compatible servers. */
interface Fragment {
  index?: number;
  id: string;
  name: string;
  /** A piece of the arguments' text, or all of them. */
  arguments?: unknown;
}

interface Partial {
  index: number;
  id: string;
  name: string;
  text: string;
  whole?: unknown;
  /** What came in its place was no call at all. */
  broken?: true;
}

/**
 * Puts tool calls together from their fragments, by index. Copes with an index that starts at 1, is
 * missing or is 0 for every call, ids that are empty or repeated, a name in a later fragment, arguments
 * that come whole or as an object, and empty trailing fragments. What is no call at all, such as `null`,
 * becomes one without a name.
 */
export class CallCollector {
  private readonly calls: Partial[] = [];

  /** Answers how many characters of arguments it took. */
  add(sent: unknown): number {
    if (!isObject(sent)) {
      this.calls.push({ index: this.highest + 1, id: '', name: '', text: '', broken: true });
      return 0;
    }
    const fragment = toFragment(sent);
    const call = this.at(fragment);
    call.id ||= fragment.id;
    call.name ||= fragment.name;
    const { arguments: piece } = fragment;
    if (typeof piece !== 'string') {
      if (piece !== undefined && piece !== null) call.whole = piece;
      return 0;
    }
    call.text += piece;
    return piece.length;
  }

  /** The calls in order, each with an id of its own. */
  finish(): ToolCall[] {
    const seen = new Set<string>();
    return this.calls
      .filter((call) => !isEmpty(call))
      .toSorted((a, b) => a.index - b.index)
      .map(({ id: given, name, whole, text }) => {
        const id = given === '' || seen.has(given) ? `call_${newId()}` : given;
        seen.add(id);
        return readCall({ id, name, arguments: whole ?? text });
      });
  }

  private at(fragment: Fragment): Partial {
    const index = fragment.index ?? this.guessIndex(fragment);
    const last = this.calls.findLast((call) => call.index === index);
    if (last !== undefined && !isAnother(fragment, last)) return last;
    const call = { index, id: '', name: '', text: '' };
    this.calls.push(call);
    return call;
  }

  /** Without an index, a fragment with a name begins a call and one without continues with the last. */
  private guessIndex(fragment: Fragment): number {
    const last = this.highest;
    return fragment.name !== '' || last === -1 ? last + 1 : last;
  }

  private get highest(): number {
    return this.calls.reduce((highest, { index }) => Math.max(highest, index), -1);
  }
}

function isEmpty({ id, name, text, whole, broken }: Partial): boolean {
  return id === '' && name === '' && text === '' && whole === undefined && broken !== true;
}

function toFragment(fragment: JsonObject): Fragment {
  const called = isObject(fragment['function']) ? fragment['function'] : {};
  const { index, id } = fragment;
  return {
    ...defined({ index: typeof index === 'number' ? index : undefined }),
    id: typeof id === 'string' ? id : '',
    name: typeof called['name'] === 'string' ? called['name'] : '',
    arguments: called['arguments'],
  };
}

/** Ollama and some proxies give every call the index 0: a name under a new id begins the next one. */
function isAnother({ id, name }: Fragment, own: Partial): boolean {
  const named = id !== '' && name !== '' && own.name !== '';
  return named && own.id !== '' && id !== own.id;
}

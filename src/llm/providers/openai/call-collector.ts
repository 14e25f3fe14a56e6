import { isObject, type JsonObject, asObject } from '../../../foundation/json.js';
import type { LlmCall } from '../../types.js';
import { ArgumentValues, callCut, twoSets } from '../../wire/argument-values.js';
import { readCall, withOwnIds } from '../../wire/tool-calls.js';

/** One fragment of `delta.tool_calls`: any field may be missing, as seen from compatible servers. */
interface Fragment {
  index?: number;
  id: string;
  name: string;
  arguments?: unknown;
}

interface Partial {
  index: number;
  id: string;
  name: string;
  values: ArgumentValues;
  /** What came in its place was no call at all. */
  broken?: true;
}

/** Puts tool calls together from their fragments, however odd their indexes, ids and order. What is no call becomes one without a name. */
export class CallCollector {
  private readonly calls: Partial[] = [];

  constructor(private readonly service: string) {}

  add(sent: unknown): number {
    if (!isObject(sent)) {
      this.begin(this.highest + 1).broken = true;
      return 0;
    }
    const fragment = toFragment(sent);
    const call = this.at(fragment);
    const isNamed = fragment.name !== '' && (fragment.id === '' || call.id === '');
    call.id ||= fragment.id;
    call.name ||= fragment.name;
    return call.values.add(fragment.arguments, isNamed);
  }

  /** Throws where it is open what was called, or where one lacks arguments and the server has not `ended` its calls. */
  finish(ended: boolean): LlmCall[] {
    const own = this.calls.filter((call) => !isEmpty(call)).toSorted((a, b) => a.index - b.index);
    return withOwnIds(own.flatMap((call) => this.callsOf(call, ended)));
  }

  private callsOf({ id, name, values, broken }: Partial, ended: boolean): LlmCall[] {
    const lacksEnd = broken !== true && (values.isEmpty || values.isOpen);
    if (!ended && lacksEnd) throw callCut(this.service, name);
    const all = values.read(() => twoSets(this.service, name));
    return all.map((value, at) => readCall({ id: at === 0 ? id : '', name, arguments: value }));
  }

  private at(fragment: Fragment): Partial {
    const { index } = fragment;
    const own = this.calls.filter(
      (call) => call.broken !== true && (index === undefined || call.index === index),
    );
    const same = own.find((call) => call.id === fragment.id && call.id !== '');
    const last = same ?? own.at(-1);
    if (last !== undefined && !isAnother(fragment, last)) return last;
    return this.begin(index ?? this.highest + 1);
  }

  private begin(index: number): Partial {
    const call: Partial = { index, id: '', name: '', values: new ArgumentValues() };
    this.calls.push(call);
    return call;
  }

  private get highest(): number {
    return this.calls.reduce((highest, { index }) => Math.max(highest, index), -1);
  }
}

function isEmpty({ id, name, values, broken }: Partial): boolean {
  return id === '' && name === '' && values.isEmpty && broken !== true;
}

function toFragment(fragment: JsonObject): Fragment {
  const called = asObject(fragment['function']);
  const { index, id } = fragment;
  return {
    index: typeof index === 'number' ? index : undefined,
    id: typeof id === 'string' ? id : '',
    name: typeof called['name'] === 'string' ? called['name'] : '',
    arguments: called['arguments'],
  };
}

/** Where every call has the index 0, or none: the next begins with another name, a name under a new id, or a new id behind a whole call. */
function isAnother({ id, name, arguments: piece }: Fragment, own: Partial): boolean {
  if (name !== '' && own.name !== '' && name !== own.name) return true;
  if (id === '' || own.id === '' || id === own.id) return false;
  if (name !== '' && own.name !== '') return true;
  const saysMore = typeof piece === 'string' ? piece.trim() !== '' : isObject(piece);
  return own.values.isClosed && saysMore;
}

import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../foundation/json.js';
import type { ModelRole } from '../../../llm/models.js';
import type { LlmEvent, LlmProvider, LlmRequest } from '../../../llm/types.js';

export interface TapeEntry {
  scenario: string;
  attempt: number;
  role: ModelRole;
  /** Its place among the calls of this role in the scenario, from 0. */
  call: number;
  /** SHA-256 of the request without ids and dates, which differ from run to run. */
  request: string;
  /** The ids in the request, in their order: the answer names some of them. */
  ids: readonly string[];
  events: readonly LlmEvent[];
}

export interface TapePosition {
  scenario: string;
  attempt: number;
}

/** Keeps what models answer, or gives again what was kept: each call by its place in the scenario. */
export class Tape {
  /** Calls whose request is another than when it was recorded. */
  readonly changed: string[] = [];
  /** Calls since `begin` that the model wrote as text. */
  leakedCalls = 0;
  place: TapePosition = { scenario: '', attempt: 0 };
  private readonly counts = new Map<ModelRole, number>();
  private readonly known: ReadonlyMap<string, TapeEntry>;

  constructor(
    recorded: readonly TapeEntry[] = [],
    private readonly keep: (entry: TapeEntry) => void = () => {},
  ) {
    this.known = new Map(recorded.map((one) => [keyOf(one), one]));
  }

  begin(place: TapePosition): void {
    this.place = place;
    this.leakedCalls = 0;
    this.counts.clear();
  }

  /** The same model; what it answers is kept. */
  recording(llm: LlmProvider, role: ModelRole): LlmProvider {
    const { keep, next, look } = this;
    const place = () => this.place;
    return {
      name: llm.name,
      model: llm.model,
      async *streamChat(request, signal) {
        const entry = { ...place(), role, call: next(role), ...printOf(request) };
        const events: LlmEvent[] = [];
        try {
          for await (const event of llm.streamChat(request, signal)) {
            events.push(event);
            look(event);
            yield event;
          }
        } finally {
          keep({ ...entry, events: joined(events) });
        }
      },
    };
  }

  /** A model that answers what was recorded; a call that was not ends with an error. */
  replaying({ name, model }: Pick<LlmProvider, 'name' | 'model'>, role: ModelRole): LlmProvider {
    const { known, changed, next, look } = this;
    const place = () => this.place;
    return {
      name,
      model,
      async *streamChat(request) {
        const at = { ...place(), role, call: next(role) };
        const entry = known.get(keyOf(at));
        if (entry === undefined) {
          yield missing(at.call);
          return;
        }
        const { request: print, ids } = printOf(request);
        if (print !== entry.request) changed.push(`${at.scenario}, model call ${at.call + 1}`);
        for (const event of withIds(entry.events, entry.ids, ids)) {
          look(event);
          yield event;
        }
      },
    };
  }

  private readonly look = (event: LlmEvent): void => {
    if (event.type === 'tool_call' && event.leaked) this.leakedCalls += 1;
  };

  private readonly next = (role: ModelRole): number => {
    const call = this.counts.get(role) ?? 0;
    this.counts.set(role, call + 1);
    return call;
  };
}

function keyOf({ scenario, attempt, role, call }: Omit<TapeEntry, 'request' | 'ids' | 'events'>) {
  return JSON.stringify([scenario, attempt, role, call]);
}

function missing(call: number): LlmEvent {
  const message = `The recording has no answer to model call ${call + 1} of this scenario; record it again.`;
  return { type: 'error', code: 'model_error', message, retryable: false };
}

/** Also its first eight digits, by which notes name previews. */
const ID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})?\b/g;
const DATE = /\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2}))?/g;

/** A request by what counts in it: ids by their order, dates not at all. */
function printOf(request: LlmRequest): { request: string; ids: readonly string[] } {
  const { system, messages, tools, toolChoice } = request;
  const specs = tools.map(({ name, description, inputSchema }): JsonObject => ({
    name,
    description,
    inputSchema,
  }));
  const text = JSON.stringify({ system, messages, tools: specs, toolChoice });
  const ids = [...new Set(text.match(ID) ?? [])];
  const places = new Map(ids.map((id, at) => [id, `<id ${at}>`]));
  const plain = text.replace(ID, (id) => places.get(id) ?? id).replace(DATE, '<date>');
  return { request: createHash('sha256').update(plain).digest('hex'), ids };
}

/** The events with the ids of now in place of those of then. */
function withIds(events: readonly LlmEvent[], then: readonly string[], now: readonly string[]) {
  const renamed = new Map(then.map((id, at) => [id, now[at] ?? id]));
  const text = JSON.stringify(events).replace(ID, (id) => renamed.get(id) ?? id);
  return JSON.parse(text) as LlmEvent[];
}

/** Neighbouring pieces of text as one: how a model cut them says nothing, and a line for each is long. */
function joined(events: readonly LlmEvent[]): LlmEvent[] {
  const kept: LlmEvent[] = [];
  for (const event of events) {
    const last = kept.at(-1);
    if (event.type === 'text' && last?.type === 'text') {
      kept[kept.length - 1] = { type: 'text', text: last.text + event.text };
    } else kept.push(event);
  }
  return kept;
}

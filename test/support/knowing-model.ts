import type { JsonObject } from '../../src/foundation/json.js';
import type { LlmEvent, LlmProvider, LlmRequest } from '../../src/llm/types.js';
import { FakeServer } from './fakes/fake-server.js';
import { openai } from './fakes/openai.js';
import type { FakeStep } from './fakes/script.js';
import { aborted, calls, done, says } from './scripted-model.js';

/** What is done for a message: calls, turn by turn, and then what is said. */
export interface Deed {
  calls: readonly (readonly [string, JsonObject])[];
  says: string;
}

/** What is done for each message that has these words in it. */
export type Deeds = Readonly<Record<string, Deed>>;

const FIND_TOOLS = 'find_tools';
const UNKNOWN = 'I do not know.';

/** A model that answers by what was said to it and done since, and needs no state of its own. */
export function statelessModel(
  name: string,
  answer: (request: LlmRequest, message: string, done: number) => readonly LlmEvent[],
): LlmProvider {
  return {
    name,
    model: name,
    async *streamChat(request, signal) {
      const { message, calledSince } = latest(request.messages);
      yield* answer(request, message, calledSince);
      yield signal.aborted ? aborted : done();
    },
  };
}

/** Does for each message what is known to be right, and knows no other. */
export function knowingModel(deeds: Deeds, name = 'scripted'): LlmProvider {
  return statelessModel(name, (request, message, at) => [
    foundFirst(deedOf(deeds, message, at), request),
  ]);
}

/** A call, or the search for its tool where it is not offered yet. */
export function foundFirst(step: LlmEvent, { tools, messages }: LlmRequest): LlmEvent {
  if (step.type !== 'tool_call') return step;
  const { name } = step.call;
  const isOffered = (one: string) => tools.some((tool) => tool.name === one);
  const from = messages.findLastIndex(({ role }) => role === 'user');
  const searches = messages.slice(from).filter(isSearch).length;
  if (isOffered(name) || !isOffered(FIND_TOOLS) || searches > 2) return step;
  return calls(FIND_TOOLS, { query: name.replaceAll('_', ' ') });
}

/** The next thing that it does for a message. */
export function deedOf(deeds: Deeds, message: string, at: number): LlmEvent {
  const next = nextOf(deeds, message, at);
  return typeof next === 'string' ? says(next) : calls(...next);
}

/** The same as an OpenAI-compatible API, for a server in a process of its own: its `env` connects it. */
export function serveKnowing(deeds: Deeds) {
  return serveTurn(({ messages }) => {
    const { message, calledSince } = latest(messages);
    const next = nextOf(deeds, message, calledSince);
    if (typeof next === 'string') return { text: next };
    return { call: { name: next[0], arguments: next[1] } };
  });
}

type Body = { messages: { role: string; content: string }[] };

/** An OpenAI-compatible API that answers every request with the step that is made of its body. */
export function serveTurn(turn: (body: Body) => FakeStep) {
  return FakeServer.start(openai, { turns: [({ body }) => [turn(body)]], repeat: true });
}

type Message = { role: string; content: string | null; name?: string };

const isSearch = ({ role, name }: Message) => role === 'tool' && name === FIND_TOOLS;

function latest(messages: readonly Message[]) {
  const from = messages.findLastIndex(({ role }) => role === 'user');
  const since = messages.slice(from).filter(({ role }) => role === 'tool');
  const calledSince = since.filter((message) => !isSearch(message)).length;
  return { message: messages[from]?.content ?? '', calledSince };
}

function nextOf(deeds: Deeds, message: string, at: number): string | Deed['calls'][number] {
  const known = Object.keys(deeds).find((one) => message.includes(one));
  const deed = known === undefined ? undefined : deeds[known];
  return deed?.calls[at] ?? deed?.says ?? UNKNOWN;
}

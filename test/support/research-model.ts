import type { LlmProvider, LlmEvent, LlmRequest } from '../../src/llm/types.js';
import { tasks } from '../../src/plugins/research/judge/judge.js';
import type { PlaceName } from '../../src/plugins/research/judge/places.js';
import type { FakeServer } from './fakes/fake-server.js';
import { serveTurn, statelessModel } from './knowing-model.js';
import { says } from './scripted-model.js';

/**
 * A model that takes a research to its report, in English: it quotes what it is shown and says nothing of its own. Whatever
 * statement it is asked about follows from its sources.
 */
export function researchModel(): LlmProvider {
  return statelessModel('scripted', (_request, prompt) => [says(researchReply(prompt))]);
}

/** The same as an API, for a server in a process of its own. */
export function serveResearchModel(): Promise<FakeServer> {
  return serveTurn(({ messages }) => ({ text: researchReply(messages.at(-1)?.content ?? '') }));
}

function researchReply(prompt: string): string {
  const statements = checkedIn(prompt);
  if (statements !== undefined) {
    const opinions = statements.map(({ number, sources }) => ({
      ...{ number, follows: true, reason: '' },
      alone: sources.map((source) => source.number),
    }));
    return JSON.stringify({ statements: opinions });
  }
  const place = placeOf(prompt);
  const answer = place && answers[place];
  return JSON.stringify(answer?.(materialOf(prompt), 0) ?? { unknown: prompt.slice(0, 200) });
}

interface Numbered {
  number: number;
}

interface Checked extends Numbered {
  sources: Numbered[];
}

interface Shown extends Numbered {
  text: string;
  info: string;
  quotes: string[];
}

const shown = (material: Material, of: string) => material[of] as Shown[];
const firstLine = (text: string) => text.split('\n')[0]?.slice(0, 200) ?? '';
const question = ({ question: asked }: Material) => String(asked);

const answers: Answers = {
  alternative_queries: (material) => ({
    queries: [`${question(material)} rule`, `${question(material)} place`],
  }),
  analyse_context: (material) => ({
    concepts: [question(material).slice(0, 100)],
    gaps: ['time limit', 'who is meant'],
    coverage: 0.5,
  }),
  follow_up_questions: () => ({
    questions: [
      { question: 'Which time limit is meant?', gap: 'time limit' },
      { question: 'Who is meant?', gap: 'who is meant' },
    ],
  }),
  read_reply: ({ reply }) => ({ refinements: [String(reply)], dismissed_gaps: [] }),
  anchor: (material) => ({
    key_entities: [question(material).slice(0, 100)],
    scope: question(material).slice(0, 500),
    research_queries: [question(material).slice(0, 300)],
    context_summary: 'Passages were found.',
  }),
  plan: (material) => ({
    tasks: ['What is asked', 'Who has to act', 'When it holds', 'What holds besides'].map(
      (task) => ({
        task: `${task}: ${question(material).slice(0, 200)}`,
        context: 'It is a part of the question.',
      }),
    ),
  }),
  extract: (material) => ({
    passages: shown(material, 'passages').map(({ number, text }) => ({
      number,
      info: firstLine(text),
      quotes: [{ quote: firstLine(text), reason: 'It says so.' }],
      references: [],
    })),
  }),
  conclude: () => ({ summary: 'The passages answer it.', key_findings: [], relevance: 0.8 }),
  further_tasks: () => ({ tasks: [] }),
  relevance: (material) => ({
    scores: shown(material, 'passages').map(({ number }) => ({ number, score: 0.9 })),
  }),
  synthesise: (material) => ({
    title: question(material).slice(0, 150),
    sections: [{ heading: 'What the documents say', statements: quoted(material) }],
  }),
  answered: (material) => ({
    questions: (material['questions'] as Numbered[]).map(({ number }) => ({
      number,
      statements: (material['statements'] as Numbered[]).map((one) => one.number).slice(0, 60),
    })),
  }),
  assess_quality: () => ({
    ...{ accuracy: 90, completeness: 85, relevance: 90, clarity: 85 },
    complaints: [],
  }),
};

function quoted(material: Material): { text: string; sources: number[] }[] {
  const statements = shown(material, 'evidence').map(({ number, info, quotes }) => ({
    text: quotes[0] ?? info,
    sources: [number],
  }));
  return statements.filter(({ text }) => text !== '').slice(0, 10);
}

/** The statements that are to be held against their sources, where the prompt asks for that. */
function checkedIn(prompt: string): Checked[] | undefined {
  const from = prompt.lastIndexOf('\n{"statements":[{"number":1,"statement":');
  if (from === -1) return undefined;
  return (JSON.parse(prompt.slice(from + 1)) as { statements: Checked[] }).statements;
}

/** What a place was given, as it was written for the model. */
export type Material = Record<string, unknown>;

/** What the model says at each place: a value, written as JSON, or a text as it is. */
export type Answers = Partial<Record<PlaceName, (material: Material, asked: number) => unknown>>;

/**
 * A model for researches: it tells by the instruction at which place it is asked, and answers what the test
 * says for that place. Asked at a place without an answer, it fails the call.
 */
export class JudgingModel implements LlmProvider {
  readonly name = 'scripted';
  readonly model = 'judging-1';
  readonly asked: PlaceName[] = [];

  constructor(private readonly answers: Answers) {}

  async *streamChat(request: LlmRequest, signal: AbortSignal): AsyncGenerator<LlmEvent> {
    await Promise.resolve();
    if (signal.aborted) {
      yield { type: 'error', code: 'cancelled', message: 'aborted', retryable: false };
      return;
    }
    const prompt = request.messages[0]?.content ?? '';
    const place = placeOf(prompt);
    const answer = place && this.answers[place];
    if (place === undefined || answer === undefined) {
      const message = `no answer for ${String(place)}`;
      yield { type: 'error', code: 'model_error', message, retryable: false };
      return;
    }
    const before = this.asked.filter((each) => each === place).length;
    this.asked.push(place);
    const said = answer(materialOf(prompt), before);
    yield { type: 'text', text: typeof said === 'string' ? said : JSON.stringify(said) };
    const usage = { inputTokens: 10, outputTokens: 5 };
    yield { type: 'done', finishReason: 'stop', usage };
  }
}

/** The place at which a prompt asks. */
export function placeOf(prompt: string): PlaceName | undefined {
  const found = Object.entries(tasks).find(([, text]) => prompt.startsWith(text));
  return found?.[0] as PlaceName | undefined;
}

/** What a prompt gives to judge. */
export function materialOf(prompt: string): Material {
  return JSON.parse(prompt.slice(prompt.lastIndexOf('\n{') + 1)) as Material;
}

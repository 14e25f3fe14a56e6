import type { LlmProvider, LlmEvent, LlmRequest } from '../../src/llm/types.js';
import { tasks } from '../../src/plugins/research/judge/judge.js';
import type { PlaceName } from '../../src/plugins/research/judge/places.js';
import type { FakeServer } from './fakes/fake-server.js';
import { serveTurn, statelessModel } from './knowing-model.js';
import { aborted, done, fails, says } from './scripted-model.js';

/** Takes a research to its report in English, quoting what it is shown; every statement follows. */
export function researchModel(): LlmProvider {
  return statelessModel('scripted', (_request, prompt) => [says(researchReply(prompt))]);
}

/** The same as an API, for a server in a process of its own. */
export function serveResearchModel(): Promise<FakeServer> {
  return serveTurn(({ messages }) => ({ text: researchReply(messages.at(-1)?.content ?? '') }));
}

function researchReply(prompt: string): string {
  const checked = checkedIn(prompt);
  const statements = checked?.map(({ number, sources }) => {
    return { number, follows: true, reason: '', alone: sources.map((source) => source.number) };
  });
  const answer =
    statements === undefined ? answers[placeOf(prompt) as PlaceName] : () => ({ statements });
  return JSON.stringify(answer?.(materialOf(prompt), 0) ?? { unknown: prompt.slice(0, 200) });
}

type Numbered = { number: number };
type Checked = Numbered & { sources: Numbered[] };
type Shown = Numbered & { text: string; info: string; quotes: string[] };

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
    questions: ['time limit', 'who is meant'].map((gap) => ({ question: `Which: ${gap}?`, gap })),
  }),
  read_reply: ({ reply }) => ({ refinements: [String(reply)], dismissed_gaps: [] }),
  anchor: (material) => ({
    key_entities: [question(material).slice(0, 100)],
    scope: question(material).slice(0, 500),
    research_queries: [question(material).slice(0, 300)],
    context_summary: 'Passages were found.',
  }),
  plan: (material) => {
    const of = question(material).slice(0, 200);
    const tasks = ['What is asked', 'Who has to act', 'When it holds', 'What holds besides'];
    const context = 'It is a part of the question.';
    return { tasks: tasks.map((task) => ({ task: `${task}: ${of}`, context })) };
  },
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
  assess_quality: () => {
    return { accuracy: 90, completeness: 85, relevance: 90, clarity: 85, complaints: [] };
  },
};

function quoted(material: Material) {
  const statements = shown(material, 'evidence').map(({ number, info, quotes }) => {
    return { text: quotes[0] ?? info, sources: [number] };
  });
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

/** Answers what the test says for the place where it is asked, and fails where it says nothing. */
export class JudgingModel implements LlmProvider {
  readonly name = 'scripted';
  readonly model = 'judging-1';
  readonly asked: PlaceName[] = [];

  constructor(private readonly answers: Answers) {}

  async *streamChat(request: LlmRequest, signal: AbortSignal): AsyncGenerator<LlmEvent> {
    await Promise.resolve();
    if (signal.aborted) return yield aborted;
    const prompt = request.messages[0]?.content ?? '';
    const place = placeOf(prompt) as PlaceName;
    const answer = this.answers[place];
    if (answer === undefined) return yield fails(`no answer for ${String(place)}`);
    const before = this.asked.filter((each) => each === place).length;
    this.asked.push(place);
    const said = answer(materialOf(prompt), before);
    yield says(typeof said === 'string' ? said : JSON.stringify(said));
    yield done();
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

import type { OfflineSkill } from '../../src/llm/offline-skill.js';
import type { LlmRequest } from '../../src/llm/types.js';
import { sayAbilities, sayDeclined, sayNotUnderstood } from './answers/limits.js';
import { foreignLanguage, sayForeign } from './audit/language.js';
import { planAnywhere } from './catalogue/anywhere.js';
import { answeredField } from './catalogue/asking.js';
import { planByRequests } from './catalogue/by-requests.js';
import { stemsOf, titleOf } from './catalogue/tools.js';
import { withField, withNeeds, withoutPossessive, withQuotes } from './catalogue/unquoted.js';
import { asked, type Fill, type Requests } from './catalogue/requests.js';
import { holds, withoutName } from './reading/facts.js';
import { english } from './reading/language.js';
import { answerFromGiven, bringsPassages } from './passages/reader.js';
import { FIND_TOOLS, saysOnly, type Part, type Plan } from './steps.js';
import { think, type Place } from './think.js';
import type { Planner, World } from './world.js';

/** What a plugin's skill is made of. */
export interface SkillParts extends Omit<Place, 'samples' | 'choose' | 'words'> {
  contextType: string;
  requests: Requests;
  /** `fragment` serves what no condition and no example knows. */
  plans: Readonly<Record<string, Planner>>;
  /** What is tried before the conditions decide; undefined where it is no request of that kind. */
  first?: (world: World) => Part<string | undefined>;
  /** Arguments of tools that need more than the sentence, by their names. */
  fill?: Readonly<Record<string, Fill>>;
}

/** A skill for the requests of one context type: plans for changes, single calls for questions. */
export function createSkill(parts: SkillParts): OfflineSkill {
  const { requests } = parts;
  const samples = [
    ...requests.samples,
    ...requests.reads.map((read) => ({ say: asked(read)[0] ?? '', open: read.open })),
  ];
  const place: Place = {
    ...parts,
    samples: (isOpen) =>
      samples.filter(({ open }) => isOpen || open !== true).map(({ say }) => say),
    facts: (reading, transcript) => ({
      ...parts.facts?.(reading, transcript),
      ...Object.fromEntries(
        Object.entries(requests.was).map(([fact, tools]) => [
          `was.${fact}`,
          transcript.earlier.some(({ exchanges }) =>
            exchanges.some(({ name }) => tools.includes(name)),
          ),
        ]),
      ),
    }),
    choose: inEnglish((world) => choose(world, parts)),
  };
  return {
    next: (request, today) =>
      request.context?.contextType === parts.contextType ? think(request, today, place) : undefined,
  };
}

function* choose(world: World, parts: SkillParts): Plan {
  const said = parts.first && (yield* parts.first(world));
  return said ?? (yield* decided(world, parts));
}

/** A plan for what is said in English. */
const inEnglish =
  (plan: Planner): Planner =>
  (world) => {
    const foreign = foreignLanguage(world.reading);
    return foreign === undefined ? plan(world) : saysOnly(sayForeign(foreign));
  };

/** From here on a sentence is like what is asked for: more of what does not look like a question. */
const LIKE = { read: 0.3, '': 0.5 } as const;

function decided(world: World, { requests, plans, fill = {} }: SkillParts): Plan {
  const beside = withoutName(world.reading);
  const rules = requests.decide.flatMap((rule) => Object.entries(rule));
  const name = rules.find(([, when]) => holds(when, beside, world.facts))?.[0] ?? '';
  const plan = plans[name];
  if (plan !== undefined) return plan(world);
  // What no condition knows may still be a question, when it is much like one; a wish for a deed is none.
  const deeds = name === '' ? beside.all('action.*') : [];
  const isWish = deeds.some(({ covers }) => covers.length > 1 || !world.facts.has('is.asked'));
  if (isWish && world.facts.has('is.request')) return saysOnly(sayNotUnderstood(world));
  if (name === 'read' || name === '')
    return planByRequests(world, { reads: requests.reads, fill, plans }, LIKE[name]);
  const sentence = requests.sentences[name];
  if (sentence === undefined) return saysOnly(sayNotUnderstood(world));
  return saysOnly(name === 'about' ? sayAbilities(world, sentence) : sayDeclined(world, sentence));
}

/** A skill that serves whole requests by one plan, such as questions to texts. */
export function createReader(
  serves: (request: LlmRequest) => boolean,
  plan: Planner,
): OfflineSkill {
  const place: Place = { language: english, samples: () => [], choose: plan };
  return {
    next: (request, today) => (serves(request) ? think(request, today, place) : undefined),
  };
}

/** True for a request that offers all of these tools. */
export function offers({ tools }: Pick<LlmRequest, 'tools'>, ...names: string[]): boolean {
  return names.every((name) => tools.some((tool) => tool.name === name));
}

/** Documents call many an example "Example of …", which nobody would say. */
const isSentence = (example: string): boolean => example !== '' && !/\bexample\b/i.test(example);

/** Any catalogue: by the words of its tools. */
const anywhere: Place = {
  language: english,
  samples: (_isOpen, { tools }) =>
    tools
      .filter(({ name }) => name !== FIND_TOOLS)
      .map((tool) => tool.examples?.find(isSentence) ?? titleOf(tool)),
  words: ({ tools }) => stemsOf(tools.map((tool) => `${tool.name} ${tool.title ?? ''}`).join(' ')),
  answered: answeredField,
  facts: (reading) => ({ 'is.pointed': reading.says('him', 'her', 'them') }),
  restate: (reading, _transcript, { tools }) =>
    withoutPossessive(withQuotes(withField(withNeeds(reading, tools), tools), tools)),
  choose: inEnglish(planAnywhere),
};

/** What the model can do without any plugin; the last one serves every request. */
export const builtIn: readonly OfflineSkill[] = [
  createReader(bringsPassages, answerFromGiven),
  { next: (request, today) => think(request, today, anywhere) },
];

import type { LlmRequest } from '../../src/llm/types.js';
import { sayNotUnderstood } from './answers/limits.js';
import { anyPlan } from './any-tool/any-plan.js';
import { answerFromGiven, bringsPassages } from './plans/given-passages.js';
import { answerFromDocuments, answersFromDocuments } from './plans/documents.js';
import { answerFromKnowledge, answersFromKnowledge } from './plans/knowledge.js';
import { answerFromResults, searchLaw, writesLaw } from './plans/law.js';
import { intents } from './intents/index.js';
import { matchIntents, type Match } from './matcher.js';
import { completed, withNumber } from './reading/ellipsis.js';
import { factsOf } from './reading/facts.js';
import { read, type Reading } from './reading/reading.js';
import { nextStep } from './runner.js';
import { readSituation, type Situation } from './situation.js';
import { foreignLanguage, sayForeign } from './audit/language.js';
import { unknownWords } from './audit/account.js';
import { quoteWords, reasonsFor } from './audit/refusal.js';
import type { Plan, Step } from './steps.js';
import { describeTool } from './lexicon/tools.js';
import { readTranscript, type Transcript } from './transcript.js';
import type { Intent, World } from './world.js';
import { withoutEnd } from '../../src/foundation/without-end.js';

/** Below this no intent is certain enough, and a question about the question is asked instead. */
const CERTAIN = 1;

/**
 * What the model does next, derived from the request alone: reads the message, finds the intent that
 * fits best, and replays its plan over the calls made so far. Pure but for `today`.
 */
export function think(request: LlmRequest, today: Date): Step {
  const world = toWorld(request, today);
  const plan = choosePlan(world);
  const step = nextStep(plan, {
    exchanges: world.transcript.exchanges,
    tools: request.tools,
    describe: describeTool,
  });
  if ('calls' in step && request.toolChoice === 'none') return { say: sayNotUnderstood(world) };
  if ('calls' in step) return step;
  const changed = world.transcript.exchanges.some(
    ({ name, isError }) => name.startsWith('preview_') && !isError,
  );
  if (changed && step.stopped !== true) return { say: withSlips(step.say, world) };
  return { say: notTwice(step.stopped === true ? withUnknown(step.say, world) : step.say, world) };
}

/** What was taken for a slip of the pen is told, for it may have been none. */
function withSlips(said: string, { reading }: World): string {
  const slips = reading.tokens.filter(
    ({ kind, text, lower }) => kind === 'word' && text.toLowerCase().replace(/’/g, "'") !== lower,
  );
  const told = slips.map(({ text, lower }) => `“${text}” as “${lower}”`);
  return told.length === 0 ? said : `${said}\nI read ${told.join(' and ')}.`;
}

/** A question back names the words that nothing here stands for: they may be what it turns on. */
function withUnknown(said: string, { reading }: World): string {
  const unknown = unknownWords(reading).filter((word) => !said.includes(word));
  if (unknown.length === 0 || !said.includes('?')) return said;
  return [
    `I could make nothing of ${quoteWords(unknown, reading)}.`,
    ...reasonsFor(unknown),
    said,
  ].join(' ');
}

/** The same question in the same words helps nobody: the second time it says what it is missing. */
function notTwice(said: string, { transcript, reading }: World): string {
  if (
    transcript.earlier.at(-1)?.assistant.trim() !== said.trim() ||
    !/[?]|could not|not understand/.test(said)
  )
    return said;
  const words = quoteWords(
    reading.tokens.filter((token) => token.kind !== 'mark').map((token) => token.text),
    reading,
  );
  return `${words} does not answer what I asked, as far as I understand it. Please say the whole request once more in one sentence.`;
}

function choosePlan(request: World) {
  if (answersFromKnowledge(request)) return answerFromKnowledge(request);
  if (answersFromDocuments(request)) return answerFromDocuments(request);
  if (bringsPassages(request)) return answerFromGiven(request);
  const place = request.situation.contextType;
  if (place === 'law') return writesLaw(request) ? answerFromResults(request) : searchLaw(request);
  const language = place === 'other' ? undefined : foreignLanguage(request.reading);
  if (language !== undefined) return saysOnly(sayForeign(language));
  const matches = place === 'other' ? [] : matchIntents(intents, request, place);
  const best = matches[0];
  const world = { ...request, samples: samplesFor(request, matches) };
  return best && best.score >= CERTAIN ? best.intent.plan(world) : anyPlan(world);
}

function* saysOnly(sentence: string): Plan {
  yield* [];
  return sentence;
}

/** Samples of what works here: first those like the request, else a few from the whole range. */
function samplesFor(world: World, matches: readonly Match[]): string[] {
  const place = world.situation.contextType === 'tables' ? 'tables' : 'workflow';
  const open = world.situation.currentId !== undefined;
  const shown = (intent: Intent) =>
    intent.places.includes(place) && (open || intent.needsOpen !== true)
      ? [intent.sample ?? '']
      : [];
  const near = matches.flatMap((match) => shown(match.intent)).filter(Boolean);
  const all = intents.flatMap(shown).filter(Boolean);
  const third = Math.max(1, Math.floor(all.length / 3));
  const spread = [0, 1, 2].flatMap((at) => all[at * third] ?? []);
  return [...new Set([...near.slice(0, 2), ...spread, ...all])].slice(0, 3);
}

function toWorld(request: LlmRequest, today: Date): World {
  const situation = readSituation(request.context);
  const transcript = readTranscript(request.messages);
  const reading = withQuestionBefore(transcript, situation);
  const earlierTools = transcript.earlier.flatMap((turn) =>
    turn.exchanges.map((exchange) => exchange.name),
  );
  return {
    reading,
    facts: factsOf(reading, situation, earlierTools),
    situation,
    transcript,
    tools: request.tools,
    today,
    samples: [],
  };
}

/** A short answer to our own question is read together with what was asked before. */
function withQuestionBefore(transcript: Transcript, situation: Situation): Reading {
  const alone = read(transcript.request);
  const before = transcript.earlier.at(-1);
  const whole =
    before &&
    (completed(alone, read(before.user)) ??
      (situation.contextType === 'tables' ? withNumber(alone, read(before.user)) : undefined));
  if (whole !== undefined) return read(whole);
  if (before === undefined || !before.assistant.trimEnd().endsWith('?')) return alone;
  const facts = factsOf(alone, situation, []);
  const answers = facts.has('is.short') && !facts.has('is.question');
  return answers ? read(`${withoutEnd(before.user, /[.!?\s]/)}, ${transcript.request}`) : alone;
}

import type { LlmRequest } from '../../types.js';
import { sayNotUnderstood } from './answers/limits.js';
import { fallbackPlan } from './plans/fallback.js';
import { answerFromGiven, bringsPassages } from './plans/given-passages.js';
import { answerFromDocuments, answersFromDocuments } from './plans/documents.js';
import { answerFromKnowledge, answersFromKnowledge } from './plans/knowledge.js';
import { answerFromResults, searchLaw, writesLaw } from './plans/law.js';
import { intents } from './intents/index.js';
import { matchIntents, type Match } from './matcher.js';
import { completed } from './reading/ellipsis.js';
import { factsOf } from './reading/facts.js';
import { read, type Reading } from './reading/reading.js';
import { nextStep } from './runner.js';
import { readSituation, type Situation } from './situation.js';
import type { Step } from './steps.js';
import { describeTool } from './lexicon/tools.js';
import { readTranscript, type Transcript } from './transcript.js';
import type { Intent, World } from './world.js';
import { withoutEnd } from '../../../foundation/without-end.js';

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
  return step;
}

function choosePlan(request: World) {
  if (answersFromKnowledge(request)) return answerFromKnowledge(request);
  if (answersFromDocuments(request)) return answerFromDocuments(request);
  if (bringsPassages(request)) return answerFromGiven(request);
  const place = request.situation.contextType;
  if (place === 'law') return writesLaw(request) ? answerFromResults(request) : searchLaw(request);
  const matches = place === 'other' ? [] : matchIntents(intents, request, place);
  const best = matches[0];
  const world = { ...request, samples: samplesFor(request, matches) };
  return best && best.score >= CERTAIN ? best.intent.plan(world) : fallbackPlan(world);
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
  const situation = readSituation(request.system);
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
  const whole = before && completed(alone, read(before.user));
  if (whole !== undefined) return read(whole);
  if (before === undefined || !before.assistant.trimEnd().endsWith('?')) return alone;
  const facts = factsOf(alone, situation, []);
  const answers = facts.has('is.short') && !facts.has('is.question');
  return answers ? read(`${withoutEnd(before.user, /[.!?\s]/)}, ${transcript.request}`) : alone;
}

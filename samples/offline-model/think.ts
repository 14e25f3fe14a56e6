import type { OfflineStep } from '../../src/llm/offline-skill.js';
import type { LlmRequest } from '../../src/llm/types.js';
import { stem } from './language/english-stem.js';
import { withoutEnd } from '../../src/foundation/without-end.js';
import { sayNotUnderstood } from './answers/limits.js';
import { unknownWords } from './audit/account.js';
import { agreedToLeaveOut, quoteWords, reasonsFor } from './audit/refusal.js';
import { rankExamples } from './catalogue/similarity.js';
import { apartFromOthers } from './other-agents.js';
import { corrected } from './reading/correction.js';
import { completed, instead, withNumber } from './reading/ellipsis.js';
import { factsOf, isQuestion } from './reading/facts.js';
import { plainly } from './reading/plainly.js';
import type { Language, Reading } from './reading/reading.js';
import { nextStep, type Plan } from './steps.js';
import { readTranscript, type Transcript } from './transcript.js';
import type { World } from './world.js';

/** Where a request is thought about, and what is known there. */
export interface Place {
  language: Language;
  /** The key of the id of what is open, in the page's context. */
  idKey?: string;
  /** True where "make that 6" says the request before once more with another number, and "no, …" takes it back. */
  retells?: boolean;
  /** The request in plainer words, where nothing is open. */
  restate?(reading: Reading, transcript: Transcript, request: LlmRequest): Reading;
  /** A short answer to a question of ours, said together with the request before it. */
  answered?(earlier: Reading, answer: string, question: string): string | undefined;
  /** What can be said here, to be shown to who is not understood. */
  samples(isOpen: boolean, request: LlmRequest): readonly string[];
  /** What is true of a request beside {@link factsOf}. */
  facts?(reading: Reading, transcript: Transcript): Readonly<Record<string, boolean>>;
  choose(world: World): Plan;
  /** Stems of words that are known here, beside those of the language. */
  words?(request: LlmRequest): ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * What the model does next, derived from the request alone: reads the message, chooses a plan, and replays
 * it over the calls made so far. Pure but for `today`.
 */
export function think(given: LlmRequest, today: Date, place: Place): OfflineStep {
  const { request, others } = apartFromOthers(given);
  const world = { ...toWorld(request, today, place), others };
  const { exchanges } = world.transcript;
  const step = nextStep(place.choose(world), { exchanges, tools: request.tools });
  if ('calls' in step && request.toolChoice === 'none') return { say: sayNotUnderstood(world) };
  if ('calls' in step) return step;
  const changed = exchanges.some(({ name, isError, data }) => !isError && isPreview(name, data));
  if (step.stopped === true)
    return { say: notTwice(withUnknown(step.say, world, place.words?.(request) ?? NONE), world) };
  const said = withReasons(
    changed ? withSlips(step.say, world) : sayingWhen(step.say, world),
    world,
  );
  return { say: changed ? said : notTwice(said, world) };
}

function isPreview(name: string, data: unknown): boolean {
  return name.startsWith('preview_') || JSON.stringify(data).includes('"preview_sent"');
}

/** What was taken for a slip of the pen is told, for it may have been none. */
function withSlips(said: string, { reading }: World): string {
  const slips = reading.tokens.filter(
    ({ kind, text, lower }) => kind === 'word' && text.toLowerCase().replace(/’/g, "'") !== lower,
  );
  const told = slips.map(({ text, lower }) => `“${text}” as “${lower}”`);
  return told.length === 0 ? said : `${said}\nI read ${told.join(' and ')}.`;
}

/** So is what was taken for a mere reason. */
function withReasons(said: string, { asides, transcript }: World): string {
  const sent = JSON.stringify(transcript.exchanges.map((call) => call.arguments)).toLowerCase();
  const isSent = (aside: string) =>
    aside.split(/\s+/).some((word) => word.length > 3 && sent.includes(`"${word.toLowerCase()}"`));
  const reasons = asides
    .filter((aside) => !isSent(aside))
    .map((aside) => `“${aside}”`)
    .join(' and ');
  return reasons === '' ? said : `${said}\nI took ${reasons} for the reason, and left it out.`;
}

/** A question back names the words that nothing here stands for: they may be what it turns on. */
function withUnknown(
  said: string,
  { reading, transcript }: World,
  known: ReadonlySet<string>,
): string {
  const sent = JSON.stringify(transcript.exchanges.map((call) => call.arguments));
  const unknown = unknownWords(reading).filter(
    (word) => !said.includes(word) && !sent.includes(word) && !known.has(stem(word)),
  );
  if (unknown.length === 0 || !said.includes('?')) return said;
  const words = `I could make nothing of ${quoteWords(unknown, reading)}.`;
  return [words, ...reasonsFor(unknown), said].join(' ');
}

const ASKED_WHEN = /^when (?:was|were|did|does|do|is|are|will|has|have)\b/;
/** A date, a time of day, or what something depends on. */
const SAYS_WHEN =
  /\d{4}-\d\d|\d\d:\d\d|\b(?:when|if|once|after|before|while|every|today|days?|hours?)\b/i;

/** A list without a time is no answer to "When did …?". */
function sayingWhen(said: string, { reading }: World): string {
  const words = reading.tokens.slice(0, 2).map(({ lower }) => lower);
  const isList = /^- /m.test(said);
  if (!isList || !ASKED_WHEN.test(words.join(' ')) || SAYS_WHEN.test(said)) return said;
  return 'I looked, and nothing that I can read here says when.';
}

/** The same question in the same words helps nobody: the next time it says what it is missing, then what works. */
function notTwice(said: string, { transcript, reading, samples }: World): string {
  if (!/[?]|could not|not understand/.test(said)) return said;
  const words = reading.tokens.filter(({ kind }) => kind !== 'mark').map(({ text }) => text);
  const heard = quoteWords(words, reading);
  const others = [
    `${heard} does not answer what I asked, as far as I understand it. Please say the whole request once more in one sentence.`,
    `I still cannot take in ${heard}. A whole request that I understand is, for example, “${samples[0] ?? 'list all'}”.`,
  ];
  const told = transcript.earlier.map(({ assistant }) => assistant.trim());
  return [said, ...others].find((each) => !told.includes(each.trim())) ?? others[1] ?? said;
}

function toWorld(request: LlmRequest, today: Date, place: Place): Omit<World, 'others'> {
  const { contextType = '', open: json = {} } = request.context ?? {};
  const id = json[place.idKey ?? ''];
  const currentId = typeof id === 'string' && id !== '' ? id : undefined;
  const isOpen = currentId !== undefined;
  const transcript = readTranscript(request.messages);
  const { text: plain, asides } = plainly(transcript.request, place.language);
  const said = withQuestionBefore({ ...transcript, plain }, place);
  const reading = isOpen ? said : (place.restate?.(said, transcript, request) ?? said);
  const further = Object.entries(place.facts?.(reading, transcript) ?? {}).filter(
    ([, holds]) => holds,
  );
  const ranked = rankExamples(
    reading,
    place.samples(isOpen, request).map((sentence) => ({ of: sentence, sentence })),
  );
  return {
    reading,
    asides,
    facts: new Set([...factsOf(reading, isOpen), ...further.map(([name]) => name)]),
    situation: { contextType, json, ...(isOpen ? { currentId } : {}) },
    transcript,
    tools: request.tools,
    today,
    samples: [...new Set(ranked.map(({ sentence }) => sentence))].slice(0, 3),
  };
}

/** How many turns back a follow-up may lean on the ones before. */
const TURNS = 6;

/** A short answer to our own question, and what leaves out or takes back a part of what was said before, read together with that. */
function withQuestionBefore(
  { request, plain, earlier: turns }: Pick<Transcript, 'request' | 'earlier'> & { plain: string },
  place: Place,
): Reading {
  const { language, retells = false } = place;
  const alone = language.read(plain);
  const before = turns.at(-1);
  if (before === undefined) return alone;
  const rest = {
    request: before.user,
    plain: plainly(before.user, language).text,
    earlier: turns.slice(0, -1).slice(-TURNS),
  };
  const earlier = withQuestionBefore(rest, place);
  const leftOut = agreedToLeaveOut(language.read(request), before.assistant);
  if (leftOut !== undefined)
    return language.read(leftOut.reduce((text, words) => text.replace(words, ''), earlier.text));
  const correction = corrected(language.read(request), earlier);
  const whole =
    (correction && retells && !isQuestion(earlier) ? `${correction} instead` : correction) ??
    completed(alone, earlier) ??
    (retells ? (withNumber(alone, earlier) ?? instead(alone, earlier)) : undefined);
  if (whole !== undefined) return language.read(whole);
  const facts = factsOf(alone, false);
  const answers =
    before.assistant.trimEnd().endsWith('?') && facts.has('is.short') && !facts.has('is.question');
  if (!answers) return alone;
  const start = withoutEnd(earlier.text, /[.!?\s]/);
  const together = place.answered?.(language.read(start), plain, before.assistant);
  return language.read(together ?? `${start}, ${plain}`);
}

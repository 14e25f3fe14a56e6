import { unreadWords } from '../audit/account.js';
import { quoteWords } from '../audit/refusal.js';
import type { World } from '../world.js';
import { bullets, join } from './words.js';

const PLUG_IN =
  'I am the built-in offline model: I follow a fixed grammar and know no more than that. For free conversation plug in a real model: set LLM_PROVIDER (gemini, ollama, openai or anthropic) and its key, see the README.';

/** Says that a request was not understood, what works here, and how to get more. */
export function sayNotUnderstood(world: World): string {
  return [
    `I did not understand that${unknown(world)}.`,
    `Here are three things I can do:\n${bullets(world.samples.map((sample) => `“${sample}”`))}`,
    ...otherAgents(world),
    PLUG_IN,
  ].join('\n\n');
}

/** Who else there is: the message may be for one of them. */
function otherAgents({ others }: World): string[] {
  if (others.length === 0) return [];
  return [`If it is not for me, ask ${join(others, 'or')} instead.`];
}

/** The words that nothing here stands for, quoted. */
function unknown({ reading }: World): string {
  const words = unreadWords(reading, { calls: [] });
  const quoted = quoteWords(words.slice(0, 12), reading);
  return quoted === '' ? '' : `: I can make nothing of ${quoted} here`;
}

/** Says why something understood is not done here, then what works instead. */
export function sayDeclined(world: World, reason: string): string {
  const said = world.reading
    .all('noun.smalltalk|noun.external|noun.code')
    .map((tag) => world.reading.words(tag.from, tag.to));
  return [
    said.length > 0 ? `${said.map((words) => `“${words}”`).join(', ')}: ${reason}` : reason,
    `What I can do here, for example:\n${bullets(world.samples.map((sample) => `“${sample}”`))}`,
    PLUG_IN,
  ].join('\n\n');
}

/** Says what the model is and what it can do. */
export function sayAbilities({ samples }: World, doing: string): string {
  const shown = bullets(samples.map((sample) => `“${sample}”`));
  return [doing, `For example:\n${shown}`, PLUG_IN].join('\n\n');
}

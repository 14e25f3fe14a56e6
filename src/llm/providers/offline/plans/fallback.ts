import type { ToolSpec } from '../../../types.js';
import { sayAny } from '../answers/any.js';
import { sayNotUnderstood } from '../answers/limits.js';
import { stopWords } from '../lexicon/words.js';
import { stem } from '../reading/stem.js';
import { need, type Plan } from '../steps.js';
import type { World } from '../world.js';
import { fillFromSchema } from './schema-fill.js';

/** Tools that only read say so by their first word; nothing else is tried on a guess. */
const READS = /^(get|list|find|search|discover|query|show|summarize|explain|describe|read|lookup)_/;

/** Share of the sentence's weight that a tool's name and description must say. */
const CONFIDENT = 0.6;

/**
 * For a request that no intent fits: the offered read tool whose name and description say most of the
 * sentence's words, if it says enough of them and its required arguments can be filled. Else it says
 * that it did not understand.
 */
export function* fallbackPlan(world: World): Plan {
  const done = world.transcript.exchanges.find((exchange) => READS.test(exchange.name));
  const tool = done ? { name: done.name, arguments: done.arguments } : choose(world);
  if (tool === undefined) return sayNotUnderstood(world);
  return sayAny(yield* need(tool.name, tool.arguments));
}

function choose(world: World) {
  const words = contentWords(world);
  if (words.length < 2 || !world.facts.has('is.question')) return undefined;
  const ranked = world.tools
    .filter((tool) => READS.test(tool.name))
    .map((tool) => ({ tool, score: overlap(words, tool) }))
    .filter(({ score }) => score >= CONFIDENT)
    .sort((a, b) => b.score - a.score);
  for (const { tool } of ranked) {
    const args = fillFromSchema(tool, world);
    if (args !== undefined) return { name: tool.name, arguments: args };
  }
  return undefined;
}

function contentWords({ reading }: World): string[] {
  const words = reading.tokens.filter(
    (token) => token.kind === 'word' && !stopWords.has(token.lower),
  );
  return [...new Set(words.map((token) => token.stem))];
}

function overlap(words: readonly string[], tool: ToolSpec): number {
  const name = new Set(tool.name.split('_').map(stem));
  const text = new Set(
    tool.description
      .toLowerCase()
      .split(/[^a-z]+/)
      .map(stem),
  );
  const score = words.map((word): number => (name.has(word) ? 1 : text.has(word) ? 0.7 : 0));
  const sum = score.reduce((total, value) => total + value, 0);
  // Words of the description alone are too common to go by.
  return words.some((word) => name.has(word)) ? sum / words.length : 0;
}

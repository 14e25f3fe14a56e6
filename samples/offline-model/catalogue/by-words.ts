import type { ToolSpec } from '../../../src/llm/types.js';
import { sayAbilities, sayNotUnderstood } from '../answers/limits.js';
import { countContent } from '../audit/refusal.js';
import { attempt, FIND_TOOLS, giveUp, tried, type Part, type Plan } from '../steps.js';
import type { World } from '../world.js';
import { canSearch, wholeQuery } from './before.js';
import { CatalogueCall } from './catalogue-call.js';
import { fitOfTools } from './fit.js';
import { rankExamples } from './similarity.js';
import { isRead, isWholeList, sentencesOf } from './tools.js';

/** Below this no sentence of a tool is near enough to what was asked. */
const ENOUGH = 0.3;
/** How many lists are read in search of what a question names. */
const MOST_LISTS = 3;
/** So far before all others a tool to read need not be near. */
const FAR = 0.2;

/**
 * Serves a request by the tool whose example sentences are most like it, in any catalogue: its arguments come
 * from schema, sentence and context, an id from a list, and what is missing is asked for.
 */
export function* planByWords(world: World): Plan {
  const tool = chooseTool(world);
  if (tool !== undefined) return yield* new CatalogueCall(tool, world).plan();
  // "Hello", "what can you do?"
  if (countContent(world.reading) === 0)
    return sayAbilities(world, 'I look things up, and prepare changes that you accept or reject.');
  if (canSearch(world)) yield* attempt(FIND_TOOLS, { query: wholeQuery(world) });
  return giveUp(sayNotUnderstood(world));
}

/** Looks up lists that a question may speak of rows of; undefined where none has rows that explain all its words. */
export function* findRows(world: World): Part<string | undefined> {
  const lists = world.tools.filter((tool) => tool.name !== FIND_TOOLS && isWholeList(tool));
  const fit = fitOfTools(lists, world);
  const fits = new Map(lists.map((tool) => [tool, fit(tool)] as const));
  const likely = lists.toSorted((a, b) => (fits.get(b) ?? 0) - (fits.get(a) ?? 0));
  for (const tool of likely.slice(0, MOST_LISTS)) {
    const { isDone, say } = yield* tried(new CatalogueCall(tool, world).rows());
    if (isDone) return say();
  }
  return undefined;
}

/** The tool that fits best, with a sentence like what is asked for. */
function chooseTool(world: World): ToolSpec | undefined {
  const offered = world.tools.filter(({ name }) => name !== FIND_TOOLS);
  const fit = fitOfTools(offered, world);
  const fits = new Map(offered.map((tool) => [tool, fit(tool)]));
  const sentences = offered.flatMap((of) => sentencesOf(of).map((sentence) => ({ of, sentence })));
  const scored = rankExamples(world.reading, sentences).map(({ of, score }) => ({
    of,
    score: score + (fits.get(of) ?? 0),
  }));
  const [best, ...others] = scored.toSorted((a, b) => b.score - a.score);
  if (best === undefined) return undefined;
  const rival = others.find(({ of }) => of !== best.of);
  // Looking harms nothing: there it does to fit far better than any other; "hello" is like none.
  const isLike = countContent(world.reading) > 1;
  const isFar = isLike && isRead(best.of) && best.score - (rival?.score ?? 0) >= FAR;
  return best.score >= (isFar ? 0 : ENOUGH) ? best.of : undefined;
}

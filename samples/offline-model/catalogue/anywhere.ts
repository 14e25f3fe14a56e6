import { countContent } from '../audit/refusal.js';
import { isQuestion } from '../reading/facts.js';
import { callingOnce, tried, type Part, type Plan } from '../steps.js';
import type { World } from '../world.js';
import { findRows, planByWords } from './by-words.js';
import { wishesDeed } from './fit.js';
import { withKinds } from './linked.js';
import { inItsWords } from './synonyms.js';

/**
 * Serves a request in a catalogue that nobody told us of: by its words, with what the names in it are names of, and in the
 * catalogue's own words, which the answer tells; a question else by what rows of the lists hold.
 */
export function planAnywhere(world: World): Plan {
  // "Hello": one word names nothing that could be looked up.
  return callingOnce(countContent(world.reading) < 2 ? planByWords(world) : ways(world));
}

type Way = (world: World) => Part<World | undefined>;

function* asSaid(world: World): Part<World> {
  yield* [];
  return world;
}

function* inOtherWords(world: World): Part<World | undefined> {
  const linked = (yield* withKinds(world)) ?? world;
  const { reading, synonyms } = inItsWords(linked.reading, world.tools);
  return synonyms.length === 0 ? undefined : { ...linked, reading, synonyms };
}

function* ways(world: World): Plan {
  const isWish = wishesDeed(world.reading, world.tools) && !isQuestion(world.reading);
  // Looking up what is named harms nothing, and a filter finds more than the rows of a page.
  const all: Way[] = isWish ? [asSaid, withKinds, inOtherWords] : [withKinds, asSaid, inOtherWords];
  const refusals = new Map<Way, () => string>();
  for (const way of all) {
    const here = yield* way(world);
    const ended = here && (yield* tried(planByWords(here)));
    if (here && ended?.isDone) return `${saySynonyms(here)}${ended.say()}`;
    if (ended) refusals.set(way, ended.say);
  }
  for (const way of isWish ? [] : [asSaid, inOtherWords]) {
    const here = yield* way(world);
    const rows = here && (yield* findRows(here));
    if (here && rows !== undefined) return `${saySynonyms(here)}${rows}`;
  }
  const refusal = (isWish ? refusals.get(withKinds) : undefined) ?? refusals.get(asSaid);
  return refusal?.() ?? '';
}

function saySynonyms({ synonyms = [] }: World): string {
  const told = synonyms.map(({ word, readAs }) => `“${word}” as “${readAs}”`);
  return told.length === 0 ? '' : `I read ${told.join(' and ')}.\n`;
}

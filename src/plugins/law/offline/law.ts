import { firstChars } from '../../../foundation/first-chars.js';
import { isCited } from '../../../references/is-cited.js';
import type { Reference } from '../../../references/reference.js';
import type { JsonObject } from '../../../foundation/json.js';
import { sayFindings } from './say-findings.js';
import {
  acceptable,
  asksForTheModel,
  questionOf,
  attempt,
  createReader,
  lookUp,
  objectOf,
  objectsOf,
  otherWords,
  partsOfQuestion,
  provisionsIn,
  searchOf,
  textOf,
  whatIAm,
  type Part,
  type Plan,
  type Question,
  type WantedCall,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { namesPlace, say } from './lexicon.js';
import { ownQuestion } from './own-lists.js';

const SEARCH = 'search_nodes';
const READ = 'get_node';
const NEIGHBORS = 'get_neighbors';
const OUTSIDE = [
  ...['search_opinions', 'search_statutes', 'search_govinfo', 'search_openalex', 'search_web'],
] as const;

/** So many provisions are looked at, and so many of them read. */
const LISTED = 8;
const MOST_READ = 5;
/** With those of each part of a question, of which its best few are read. */
const MOST_AT_ONCE = 8;
const OF_A_PART = 2;

/** What a search that went well says; nobody reads it. */
const DONE = 'Done.';

/** Questions about the law, in two phases: the second has no tools, and its answer is the message itself. */
export const lawSkill = createReader(
  ({ context }) => /^law(_research)?$/.test(context?.contextType ?? ''),
  (world) => (world.tools.length === 0 ? answerFromResults(world) : searchLaw(world)),
);

/** The first phase: searches, reads the best provisions and what the first of them is connected with. */
function* searchLaw(world: World): Plan {
  const question = lawQuestion(world);
  if (asksForTheModel(world, question)) return DONE;
  const own = ownQuestion(question.text);
  if (own?.wants === 'write') return DONE;
  const lists = (own?.calls ?? []).filter(({ name }) => isOffered(world, name));
  if (lists.length > 0) {
    yield* lookUp(lists);
    return DONE;
  }
  const cited = provisionsIn(question.text);
  // Whole: any of its words may name the law.
  const query = cited.length > 0 ? question.text : acceptable(searchOf(question));
  const [found] = yield* lookUp([searchFor(query), ...elsewhere(world, query)]);
  // Away: what else there is was asked in the same turn.
  if (found === undefined) return DONE;
  if (cited.length > 0) {
    yield* readAll(citedIn(found, cited));
    return DONE;
  }
  const first = idsIn(found);
  const again = acceptable(otherWords(question));
  const isFinal = first.length > 0 || again === query;
  const ids = isFinal ? first : yield* searchAgain(again);
  yield* readAll([...ids.slice(0, MOST_READ), ...(yield* bestOfParts(question))]);
  return DONE;
}

/** The second phase: an answer of sentences of what the first one found. */
function* answerFromResults(world: World): Plan {
  const question = lawQuestion(world);
  const { exchanges } = world.transcript;
  if (ownQuestion(question.text)?.wants === 'write') return say('readsOnly', question.language);
  const { language } = question;
  if (exchanges.length === 0) return `${say('hello', language)}\n\n${whatIAm(language)}`;
  return sayFindings(exchanges, question);
}

/** The question without words that only say where to look, as long as others are left. */
function lawQuestion(world: World): Question {
  const question = questionOf(world);
  const terms = question.terms.filter(({ stem }) => !namesPlace(stem, question.language));
  return terms.length === 0 ? question : { ...question, terms };
}

/** Of each part of a question that has several the best, beside the best of the whole. */
function* bestOfParts(question: Question): Part<number[]> {
  const parts = partsOfQuestion(question);
  const best: number[] = [];
  if (parts.length === 1) return best;
  for (const part of parts) {
    best.push(...(yield* searchAgain(acceptable(searchOf(part)))).slice(0, OF_A_PART));
  }
  return best;
}

function searchFor(search: string): WantedCall {
  const query = firstChars(search, MOST_SEARCH).trim();
  return { name: SEARCH, arguments: { search: query, type: 'section', limit: LISTED } };
}

const MOST_SEARCH = 300;

/** What a tool asks for beside the query. */
const MUST_HAVE: Readonly<Record<string, JsonObject>> = { search_statutes: { state: 'ALL' } };

/** The same search in the user's documents, and outside where that is offered. */
function elsewhere(world: World, query: string): WantedCall[] {
  const text = firstChars(query, MOST_SEARCH).padEnd(2);
  return ['search_knowledge', ...OUTSIDE]
    .filter((name) => isOffered(world, name))
    .map((name) => ({ name, arguments: { query: text, ...MUST_HAVE[name] } }));
}

function isOffered({ tools }: World, name: string): boolean {
  return tools.some((tool) => tool.name === name);
}

function* searchAgain(search: string): Part<number[]> {
  const { name, arguments: input } = searchFor(search);
  const outcome = yield* attempt(name, input);
  return outcome.ok ? idsIn(outcome.data) : [];
}

function* readAll(ids: readonly number[]): Part<void> {
  const [best, ...others] = new Set(ids);
  if (best === undefined) return;
  const read = [best, ...others].slice(0, MOST_AT_ONCE);
  yield* lookUp(read.map((id) => ({ name: READ, arguments: { id } })));
  yield* attempt(NEIGHBORS, { id: best });
}

/** The ids of what was cited, of each reference its best: a number may be in several laws. */
function citedIn(data: unknown, cited: readonly Reference[]): number[] {
  const nodes = objectsOf(objectOf(data)['nodes']).map((node) => ({
    id: node['id'],
    sourceId: textOf(node['source_id']),
    document: textOf(node['document']),
  }));
  const ids = cited.map((reference) => nodes.find((node) => isCited(reference, node))?.id);
  return [...new Set(ids.filter((id) => typeof id === 'number'))];
}

function idsIn(data: unknown): number[] {
  const ids = objectsOf(objectOf(data)['nodes']).map(({ id }) => id);
  return ids.filter((id) => typeof id === 'number');
}

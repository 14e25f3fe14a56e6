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
  partsOfQuestion,
  provisionsIn,
  sayAlone,
  searchOf,
  textOf,
  type Plan,
  type Question,
  type WantedCall,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { namesPlace, saidIn } from './lexicon.js';
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
const MOST_SEARCH = 300;

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
  const isOffered = (name: string) => world.tools.some((tool) => tool.name === name);
  const lists = (own?.calls ?? []).filter(({ name }) => isOffered(name));
  if (lists.length > 0) {
    yield* lookUp(lists);
    return DONE;
  }
  const cited = provisionsIn(question.text);
  const parts = cited.length > 0 ? [] : partsOfQuestion(question);
  // Whole where a provision is cited: any of its words may name the law.
  const query = cited.length > 0 ? question.text : acceptable(searchOf(question));
  const ofParts = parts.length > 1 ? parts.map((part) => acceptable(searchOf(part))) : [];
  const beside = ['search_knowledge', ...OUTSIDE].filter(isOffered);
  const found = yield* lookUp([
    ...[query, ...ofParts].map(searchFor),
    ...beside.map((name) => besideFor(name, query)),
  ]);
  const best = found
    .slice(1, 1 + ofParts.length)
    .flatMap((data) => idsIn(data).slice(0, OF_A_PART));
  const whole = cited.length > 0 ? citedIn(found[0], cited) : idsIn(found[0]).slice(0, MOST_READ);
  const ids = [...new Set([...whole, ...best])].slice(0, MOST_AT_ONCE);
  yield* lookUp(ids.map((id) => ({ name: READ, arguments: { id } })));
  if (ids.length > 0) yield* attempt(NEIGHBORS, { id: ids[0] });
  return DONE;
}

/** The second phase: an answer of sentences of what the first one found. */
function* answerFromResults(world: World): Plan {
  const question = lawQuestion(world);
  const said = saidIn(question.language);
  const { exchanges } = world.transcript;
  if (ownQuestion(question.text)?.wants === 'write') return said.readsOnly;
  if (exchanges.length === 0) return sayAlone('hello', said);
  return yield* sayFindings(exchanges, question);
}

/** The question without words that only say where to look, as long as others are left. */
function lawQuestion(world: World): Question {
  const question = questionOf(world);
  const terms = question.terms.filter(({ stem }) => !namesPlace(stem, question.language));
  return terms.length === 0 ? question : { ...question, terms };
}

function searchFor(query: string): WantedCall {
  const search = firstChars(query, MOST_SEARCH).trim();
  return { name: SEARCH, arguments: { search, type: 'section', limit: LISTED } };
}

/** What a tool asks for beside the query. */
const MUST_HAVE: Readonly<Record<string, JsonObject>> = { search_statutes: { state: 'ALL' } };

/** The same search in the user's documents, or outside. */
function besideFor(name: string, query: string): WantedCall {
  const text = firstChars(query, MOST_SEARCH).padEnd(2);
  return { name, arguments: { query: text, ...MUST_HAVE[name] } };
}

/** The ids of what was cited, of each reference its best: a number may be in several laws. */
function citedIn(data: unknown, cited: readonly Reference[]): number[] {
  const nodes = objectsOf(objectOf(data)['nodes']).map((node) => ({
    id: node['id'],
    sourceId: textOf(node['source_id']),
    document: textOf(node['document']),
  }));
  const ids = cited.map((reference) => nodes.find((node) => isCited(reference, node))?.id);
  return ids.filter((id) => typeof id === 'number');
}

function idsIn(data: unknown): number[] {
  const ids = objectsOf(objectOf(data)['nodes']).map(({ id }) => id);
  return ids.filter((id) => typeof id === 'number');
}

import {
  sayAlone,
  acceptable,
  answers,
  asksForTheModel,
  questionOf,
  asksToOpen,
  attempt,
  createReader,
  explainFailure,
  giveUp,
  languageFor,
  lookUp,
  need,
  objectOf,
  objectsOf,
  offers,
  otherWords,
  partsOfQuestion,
  placeIn,
  provisionsIn,
  queryOf,
  quoteCited,
  readUnderWay,
  sayCited,
  sayOpened,
  sayParts,
  sayPassages,
  sayUnderWay,
  searchOf,
  select,
  textOf,
  textsOf,
  type FoundChunk,
  type JsonObject,
  type Part,
  type Plan,
  type Question,
  type Selection,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { labelsOf } from '../../../references/labels.js';

const SEARCH = 'search_documents';
const READ = 'read_document';
const READ_MANY = 'read_multiple_documents';
const OPEN = 'open_document';

/** So many documents of one search are looked at, and so many of them read. */
const MAX_RESULTS = 8;
const MOST_READ = 3;

/** A document is read along when its score comes this near to the best one's. */
const ALONG = 0.6;

/** Questions to documents: every one where they can be searched and read. */
export const documentsSkill = createReader(
  (request) => offers(request, SEARCH, READ, READ_MANY),
  answerFromDocuments,
);

/**
 * Quotes the provisions that are cited. Else it searches for each part of the question, and for each year that is
 * compared, reads the best documents where they fit, and quotes them. When they do not answer, it searches once
 * more in other words.
 */
function* answerFromDocuments(world: World): Plan {
  const question = questionOf(world);
  const { language } = question;
  if (asksForTheModel(world, question)) return sayAlone('hello', language);
  if (asksForAll(question)) return sayAlone('all', language);
  const cited = yield* answerFromCited(question);
  if (cited !== undefined) return cited;
  const parts: { question: Question; said: string }[] = [];
  let underWay = '';
  for (const part of partsOfQuestion(question)) {
    const first = yield* research(part, queriesOf(part));
    if (first.selection === undefined) return sayAlone('none', language);
    const isFinal = answers(first.selection);
    const { selection: again } = isFinal ? first : yield* research(part, [otherWords(part)]);
    const best = again && isBetter(again, first.selection) ? again : first.selection;
    parts.push({ question: part, said: yield* close(world, part, best) });
    underWay = sayUnderWay(first.beingRead, language);
  }
  return `${sayParts(parts, language)}${underWay}`;
}

/** Quotes the provisions that a question cites; undefined where it cites none of a document that was found. */
function* answerFromCited(question: Question): Part<string | undefined> {
  const references = provisionsIn(question.text);
  if (references.length === 0) return undefined;
  const query = acceptable(question.text);
  const [result] = yield* lookUp([
    { name: SEARCH, arguments: { query, max_results: MAX_RESULTS } },
  ]);
  // Without the law's name, which a document may have in its first heading only.
  const focus = references.map((each) => labelsOf(each)[0]).join(', ');
  const passages: FoundChunk[] = [];
  for (const found of objectsOf(objectOf(result)['documents']).slice(0, MOST_READ)) {
    passages.push(...(yield* readAll([found], focus)));
  }
  const cited = quoteCited(passages, provisionsIn(question.text, passages));
  if (cited.quotes.length === 0) return undefined;
  const chunks = cited.quotes.map(({ chunk }) => chunk);
  return sayCited(cited, languageFor(question, chunks));
}

function isBetter(one: Selection, other: Selection): boolean {
  const coverage = ({ sentences: [best] }: Selection) => best?.coverage ?? 0;
  return answers(one) || coverage(one) >= coverage(other);
}

const DOCUMENTS =
  /^(?:documents?|files?|texts?|list|available|uploaded|dokumente?n?|dateie?n?|datei|unterlagen|liste|auflisten|verfügbar|vorhanden|hochgeladen)$/;

/** "Which documents are there?": a question about the documents, and nothing that is in them. */
function asksForAll({ terms, years }: Question): boolean {
  return terms.length > 0 && years.length === 0 && terms.every(({ word }) => DOCUMENTS.test(word));
}

/** One search, or one for each of the years that are compared. */
function queriesOf(question: Question): string[] {
  const { years } = question;
  if (years.length < 2) return [searchOf(question)];
  return years.map((year) => queryOf({ ...question, years: [year] }));
}

/** What a search and the reading after it brought. */
interface Researched {
  /** What to quote; absent when there are no documents at all. */
  selection?: Selection;
  /** Documents that were still being read. */
  beingRead: number;
}

/** Searches, reads, and chooses what to quote. */
function* research(question: Question, queries: readonly string[]): Part<Researched> {
  const results = yield* lookUp(
    queries.map((query) => ({
      name: SEARCH,
      arguments: { query: acceptable(query), max_results: MAX_RESULTS },
    })),
  );
  if (results.every((result) => result === undefined))
    giveUp(explainFailure('the documents could not be searched.'));
  const notes = results.map((result) => textsOf(objectOf(result)['notes']));
  const beingRead = Math.max(...notes.map(readUnderWay));
  if (notes.flat().some((note) => /there are no documents/i.test(note))) return { beingRead };
  const chosen = results.flatMap((result, at) =>
    bestOf(objectsOf(objectOf(result)['documents']), question.years[at], results.length),
  );
  if (chosen.length === 0) return { selection: { kind: 'nothing', sentences: [] }, beingRead };
  const passages = yield* readAll(chosen, acceptable(queries.join(' ')));
  return { selection: select(question, passages), beingRead };
}

/** Of one search the best few; of each of several the one of its year. */
function bestOf(
  list: readonly JsonObject[],
  year: string | undefined,
  searches: number,
): JsonObject[] {
  const first = list[0];
  const enough = ALONG * Number(first?.['score']);
  if (searches === 1)
    return list.filter(({ score }) => Number(score) >= enough).slice(0, MOST_READ);
  const ofYear = list.find(({ filename }) => year && textOf(filename).includes(year));
  const best = ofYear ?? first;
  return best ? [best] : [];
}

/** The passages of documents that a search found. */
function* readAll(found: readonly JsonObject[], focus: string): Part<FoundChunk[]> {
  const lines = new Map(found.map((line) => [textOf(line['doc_id']), line]));
  const ids = [...lines.keys()];
  const [name, which] = ids.length > 1 ? [READ_MANY, { doc_ids: ids }] : [READ, { doc_id: ids[0] }];
  const body = objectOf(yield* need(name, { ...which, focus_query: focus }));
  const documents = 'documents' in body ? objectsOf(body['documents']) : [body];
  return documents.flatMap((each) => passagesOf(each, lines.get(textOf(each['doc_id'])) ?? {}));
}

/** The passages of a document that a search found: what stands under one heading is one. */
export function passagesOf({ filename, blocks }: JsonObject, found: JsonObject): FoundChunk[] {
  const title = textOf(filename);
  const whole = Number(found['score'] ?? 0);
  // Its first heading, where a law has its abbreviation.
  const [top = ''] = textOf(found['section']).split(' › ');
  const passages: FoundChunk[] = [{ title, section: '', score: whole, blocks: [] }];
  const lines = objectsOf(blocks);
  // The best place is as good as the search said the document is; the others are measured by it.
  const best = Math.max(0, ...lines.map(({ fit }) => Number(fit ?? 0)));
  for (const { heading, fit, number, text } of lines) {
    if (typeof heading === 'string') {
      const score = typeof fit === 'number' && best > 0 ? (whole * fit) / best : whole;
      passages.push({ ...placeIn(title, [top, heading]), score, blocks: [] });
    } else if (typeof number === 'number' && typeof text === 'string') {
      passages.at(-1)?.blocks.push({ number, text });
    }
  }
  return passages.filter(({ blocks: own }) => own.length > 0);
}

/** Quotes what was chosen; opens it on the page when that was asked for. */
function* close(
  { tools, transcript }: World,
  question: Question,
  selection: Selection,
): Part<string> {
  const said = sayPassages(selection, question.language);
  const [best] = selection.sentences;
  const canOpen = tools.some(({ name }) => name === OPEN);
  if (!canOpen || best === undefined || !asksToOpen.test(transcript.request)) return said;
  const opened = yield* attempt(OPEN, {
    citation_number: best.number,
    reason: sayOpened(best, question.language),
  });
  return opened.ok ? `${sayOpened(best, question.language)}\n\n${said}` : said;
}

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
  lookUp,
  need,
  objectOf,
  objectsOf,
  offers,
  otherWords,
  queryOf,
  rankSentences,
  readUnderWay,
  sayOpened,
  sayPassages,
  sayUnderWay,
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
 * Searches, for each year that is compared, reads the best documents where they fit, and quotes them. When
 * they do not answer, it searches once more in other words.
 */
function* answerFromDocuments(world: World): Plan {
  const question = questionOf(world);
  const { language } = question;
  if (asksForTheModel(world, question)) return sayAlone('hello', language);
  if (asksForAll(question)) return sayAlone('all', language);
  const first = yield* research(question, queriesOf(question));
  if (first.selection === undefined) return sayAlone('none', language);
  const isFinal = answers(first.selection);
  const { selection: again } = isFinal ? first : yield* research(question, [otherWords(question)]);
  const best = again && isBetter(again, first.selection) ? again : first.selection;
  const said =
    best.kind === 'nothing' ? sayAlone('nothing', language) : yield* close(world, question, best);
  return `${said}${sayUnderWay(first.beingRead, language)}`;
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
  if (years.length < 2) return [queryOf(question)];
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
  const scores = new Map(
    chosen.map(({ doc_id: id, score }) => [textOf(id), Number(score)] as const),
  );
  if (scores.size === 0) return { selection: { kind: 'nothing', sentences: [] }, beingRead };
  const passages = yield* readAll(scores, acceptable(queries.join(' ')));
  return { selection: select(question, rankSentences(question, passages)), beingRead };
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

/** The passages of the documents with these ids, which have these scores. */
function* readAll(scores: ReadonlyMap<string, number>, focus: string): Part<FoundChunk[]> {
  const ids = [...scores.keys()];
  const [name, which] = ids.length > 1 ? [READ_MANY, { doc_ids: ids }] : [READ, { doc_id: ids[0] }];
  const body = objectOf(yield* need(name, { ...which, focus_query: focus }));
  const documents = 'documents' in body ? objectsOf(body['documents']) : [body];
  return documents.flatMap((each) => passagesOf(each, scores.get(textOf(each['doc_id'])) ?? 0));
}

/** The passages of a document: what stands under one heading is one. */
export function passagesOf({ filename, blocks }: JsonObject, whole: number): FoundChunk[] {
  const title = textOf(filename);
  const passages: FoundChunk[] = [{ title, section: '', score: whole, blocks: [] }];
  const lines = objectsOf(blocks);
  // The best place is as good as the search said the document is; the others are measured by it.
  const best = Math.max(0, ...lines.map(({ fit }) => Number(fit ?? 0)));
  for (const { heading, fit, number, text } of lines) {
    if (typeof heading === 'string') {
      const score = typeof fit === 'number' && best > 0 ? (whole * fit) / best : whole;
      passages.push({ title, section: heading === title ? '' : heading, score, blocks: [] });
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

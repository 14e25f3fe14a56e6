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
  objectOf,
  offers,
  otherWords,
  queryOf,
  rankSentences,
  readUnderWay,
  sayOpened,
  sayPassages,
  sayUnderWay,
  select,
  textsOf,
  type Part,
  type Plan,
  type Question,
  type Selection,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { readDocumentList, readPassages, type FoundDocument } from './read-documents.js';

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
  if (asksForTheModel(world, question)) return sayAlone('hello', question.language);
  if (asksForAll(question)) return sayAlone('all', question.language);
  const first = yield* research(question, queriesOf(question));
  const { selection, beingRead } = first;
  if (selection === undefined) return sayAlone('none', question.language);
  const best = answers(selection) ? selection : yield* betterThan(selection, question);
  const said =
    best.kind === 'nothing'
      ? sayAlone('nothing', question.language)
      : yield* close(world, question, best);
  return `${said}${sayUnderWay(beingRead, question.language)}`;
}

const DOCUMENTS =
  /^(?:documents?|files?|texts?|list|available|uploaded|dokumente?n?|dateie?n?|datei|unterlagen|liste|auflisten|verfügbar|vorhanden|hochgeladen)$/;

/** "Which documents are there?": a question about the documents, and nothing that is in them. */
function asksForAll({ terms, years }: Question): boolean {
  return terms.length > 0 && years.length === 0 && terms.every(({ word }) => DOCUMENTS.test(word));
}

/** Searches once more in other words. */
function* betterThan(first: Selection, question: Question): Part<Selection> {
  const { selection: second } = yield* research(question, [otherWords(question)]);
  return second !== undefined && rankOf(second) >= rankOf(first) ? second : first;
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
  const calls = queries.map((query) => ({
    name: SEARCH,
    arguments: { query: acceptable(query), max_results: MAX_RESULTS },
  }));
  const results = yield* lookUp(calls);
  if (results.every((result) => result === undefined)) {
    return giveUp(explainFailure('the documents could not be searched.'));
  }
  const notes = results.map((result) => textsOf(objectOf(result)['notes']));
  const beingRead = Math.max(...notes.map(readUnderWay));
  const hasNone = notes.flat().some((note) => /there are no documents/i.test(note));
  if (hasNone) return { beingRead };
  const lists = results.map(readDocumentList);
  const chosen = lists.flatMap((list, at) => bestOf(list, question.years[at], lists.length));
  const wanted = [...new Map(chosen.map((each) => [each.id, each])).values()];
  if (wanted.length === 0) return { selection: { kind: 'nothing', sentences: [] }, beingRead };
  const passages = readPassages(yield* readAll(wanted, acceptable(queries.join(' '))), wanted);
  return { selection: select(question, rankSentences(question, passages)), beingRead };
}

/** Of one search the best few; of each of several the one of its year. */
function bestOf(list: readonly FoundDocument[], year: string | undefined, searches: number) {
  if (searches === 1) {
    const enough = ALONG * (list[0]?.score ?? 0);
    return list.filter(({ score }) => score >= enough).slice(0, MOST_READ);
  }
  return [list.find(({ title }) => year !== undefined && title.includes(year)) ?? list[0]].flatMap(
    (each) => each ?? [],
  );
}

function* readAll(documents: readonly FoundDocument[], focus: string): Part<unknown> {
  const [only] = documents;
  const outcome =
    documents.length === 1 && only !== undefined
      ? yield* attempt(READ, { doc_id: only.id, focus_query: focus })
      : yield* attempt(READ_MANY, {
          doc_ids: documents.map(({ id }) => id),
          focus_query: focus,
        });
  return outcome.ok ? outcome.data : giveUp(explainFailure(outcome.message));
}

function rankOf(selection: Selection): number {
  return (answers(selection) ? 2 : 0) + (selection.sentences[0]?.coverage ?? 0);
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

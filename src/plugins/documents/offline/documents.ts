import {
  answerFrom,
  asksForTheModel,
  asksToOpen,
  attempt,
  blocksIn,
  createReader,
  foundOf,
  need,
  numbered,
  objectOf,
  objectsOf,
  offers,
  placeIn,
  placeOf,
  questionOf,
  sayAlone,
  textOf,
  type Answer,
  type Found,
  type FoundChunk,
  type JsonObject,
  type Part,
  type Plan,
  type Question,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { labelsOf } from '../../../references/labels.js';
import type { Reference } from '../../../references/reference.js';

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

function* answerFromDocuments(world: World): Plan {
  const question = questionOf(world);
  const said = numbered.says(question.language);
  if (asksForTheModel(world, question)) return sayAlone('hello', said);
  if (asksForAll(question)) return sayAlone('all', said);
  return yield* opened(world, yield* answerFrom({ find }, question));
}

const DOCUMENTS =
  /^(?:documents?|files?|texts?|list|available|uploaded|dokumente?n?|dateie?n?|datei|unterlagen|liste|auflisten|verfügbar|vorhanden|hochgeladen)$/;

/** "Which documents are there?": a question about the documents, and nothing that is in them. */
function asksForAll({ terms, years }: Question): boolean {
  return terms.length > 0 && years.length === 0 && terms.every(({ word }) => DOCUMENTS.test(word));
}

/** Searches, and reads the best documents where they fit. */
function* find(query: string, cited: readonly Reference[]): Part<Found> {
  const { documents, notes } = objectOf(yield* need(SEARCH, { query, max_results: MAX_RESULTS }));
  const listed = objectsOf(documents).slice(0, MOST_READ);
  if (cited.length > 0) {
    // Without the law's name, which a document may have in its first heading only; each in all the space there is.
    const focus = cited.map((each) => labelsOf(each)[0]).join(', ');
    const chunks: FoundChunk[] = [];
    for (const each of listed) chunks.push(...(yield* readAll([each], focus)));
    return foundOf(chunks, notes);
  }
  const enough = ALONG * Number(listed[0]?.['score']);
  const best = listed.filter(({ score }) => Number(score) >= enough);
  return foundOf(best.length === 0 ? [] : yield* readAll(best, query), notes);
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
  for (const line of lines) {
    const { heading, fit } = line;
    if (typeof heading === 'string') {
      const score = typeof fit === 'number' && best > 0 ? (whole * fit) / best : whole;
      passages.push({ ...placeIn(title, [top, heading]), score, blocks: [] });
    } else passages.at(-1)?.blocks.push(...blocksIn([line]));
  }
  return passages.filter(({ blocks: own }) => own.length > 0);
}

/** The answer, and its first quotation opened on the page where that was asked for. */
function* opened(
  { tools, transcript }: World,
  { said, language, quotes: [first], sources: [number] }: Answer,
): Part<string> {
  const canOpen = tools.some(({ name }) => name === OPEN);
  if (!canOpen || first === undefined || !asksToOpen.test(transcript.request)) return said;
  const reason = `${numbered.says(language).opened} ${placeOf(first.chunk)}.`;
  const shown = yield* attempt(OPEN, { citation_number: Number(number), reason });
  return shown.ok ? `${reason}\n\n${said}` : said;
}

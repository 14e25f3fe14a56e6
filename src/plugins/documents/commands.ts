import { searchGaps } from '../../citations/search-passages.js';
import type { JsonObject } from '../../foundation/json.js';
import {
  offers,
  stepwise,
  type Command,
  type CommandSteps,
} from '../../llm/providers/palette/command.js';
import {
  objectsIn,
  placeIn,
  queryOf,
  quotePassages,
  searchedParts,
  textIn,
  type Passage,
} from '../../llm/providers/palette/quote-passages.js';

const SEARCH = 'search_documents';
const READ = 'read_multiple_documents';
const MAX_READ = 3;
/** Of a whole document so many of its parts are quoted. */
const MAX_PARTS = 8;

/** Every question to the documents: the places that fit best, quoted; not what asks for a page or a map. */
export const quoteDocuments: Command = Object.assign(
  stepwise((message, request) =>
    offers(request, SEARCH, READ) && searchedParts(message).length > 0 ? quote(message) : undefined,
  ),
  { unless: ['open_document', 'navigate_to', 'show_map'] },
);

function* quote(message: string): CommandSteps {
  const parts = searchedParts(message);
  const queries = parts.map((part) => queryOf(part));
  const found = yield queries.map((query) => ({
    name: SEARCH,
    arguments: { query, max_results: MAX_READ },
  }));
  const listed = found.map((data) => objectsIn(data, 'documents'));
  const readings = listed.flatMap((documents, at) => readingsOf(documents, at));
  const calls = readings.map(({ documents, at, isWhole }) => {
    const doc_ids = documents.map(({ doc_id: id }) => textIn(id));
    const focus = isWhole ? {} : { focus_query: queries[at] };
    return { name: READ, arguments: { doc_ids, ...focus } };
  });
  const read = calls.length === 0 ? [] : yield calls;
  const passages = parts.map((_, part) =>
    readings.flatMap(({ documents, at, isWhole }, call) => {
      if (at !== part) return [];
      const scores = new Map(documents.map(({ doc_id: id, score }) => [id, Number(score)]));
      return objectsIn(read[call], 'documents').flatMap((document) => {
        const score = scores.get(document['doc_id']) ?? 0;
        return isWhole ? partsOfWhole(document, score) : passagesOf(document, score);
      });
    }),
  );
  const told = parts.map((part, at) => searchGaps(part, passages[at] ?? [], found[at]));
  return quotePassages(message, passages, 'the documents', told);
}

interface Reading {
  /** Of which part of the message. */
  at: number;
  documents: JsonObject[];
  /** Where their openings fit best, documents are asked for as a whole: they are read from the beginning. */
  isWhole: boolean;
}

function readingsOf(documents: readonly JsonObject[], at: number): Reading[] {
  return [true, false].flatMap((isWhole) => {
    const own = documents.filter(({ is_opening: is }) => (is === true) === isWhole);
    return own.length === 0 ? [] : [{ at, documents: own, isWhole }];
  });
}

/** A document's text, heading by heading; one that is not divided is quoted by what fits. */
function partsOfWhole(document: JsonObject, score: number): Passage[] {
  const parts = passagesOf(document, score).filter(({ blocks }) => blocks.length > 0);
  const isDivided = parts.length > 1;
  return parts.slice(0, MAX_PARTS).map((part) => ({ ...part, isOfWhole: isDivided }));
}

/** What stands under one heading is a passage; the best is as good as the search said the document is. */
function passagesOf(document: JsonObject, score: number): Passage[] {
  const title = textIn(document['filename']);
  const lines = objectsIn(document, 'blocks');
  const best = Math.max(0, ...lines.map(({ fit }) => Number(fit ?? 0)));
  const passages: { place: string; score: number; blocks: { text: string; mark: string }[] }[] = [
    { place: title, score, blocks: [] },
  ];
  for (const { heading, fit, number, text } of lines) {
    if (typeof heading === 'string') {
      const share = best > 0 ? Number(fit ?? 0) / best : 1;
      passages.push({ place: placeIn(title, heading), score: score * share, blocks: [] });
    } else passages.at(-1)?.blocks.push({ text: textIn(text), mark: `[${Number(number)}]` });
  }
  return passages;
}

import type { JsonObject } from '../../foundation/json.js';
import { offers, stepwise, type CommandSteps } from '../../llm/providers/palette/command.js';
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

/** Every question to the documents: the places that fit best, quoted. */
export const quoteDocuments = stepwise((message, request) =>
  offers(request, SEARCH, READ) && searchedParts(message).length > 0 ? quote(message) : undefined,
);

function* quote(message: string): CommandSteps {
  const queries = searchedParts(message).map((part) => queryOf(part));
  const found = yield queries.map((query) => ({
    name: SEARCH,
    arguments: { query, max_results: MAX_READ },
  }));
  const listed = found.map((data) => objectsIn(data, 'documents'));
  const calls = listed.flatMap((documents, at) => {
    const doc_ids = documents.map(({ doc_id: id }) => textIn(id));
    return doc_ids.length === 0
      ? []
      : [{ name: READ, arguments: { doc_ids, focus_query: queries[at] } }];
  });
  const read = calls.length === 0 ? [] : yield calls;
  const passages = listed.map((documents) => {
    const scores = new Map(documents.map(({ doc_id: id, score }) => [id, Number(score)]));
    const own = documents.length === 0 ? undefined : read.shift();
    return objectsIn(own, 'documents').flatMap((document) =>
      passagesOf(document, scores.get(document['doc_id']) ?? 0),
    );
  });
  return quotePassages(message, passages, 'the documents');
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

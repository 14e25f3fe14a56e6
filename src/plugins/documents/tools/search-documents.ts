import { countProperty, textProperty } from '../../../foundation/json.js';
import { firstChars } from '../../../foundation/text.js';
import type { Passage, SearchAnswer } from '../../../knowledge/retrieval/search.js';
import { variantsOf } from '../../../citations/query-variants.js';
import { kbOf, leftOutOf, searchedTitles, searchOnce } from '../../../citations/search-passages.js';
import { attachedIn } from '../attachments.js';
import { type DocumentCall, documentTool, docIdProperty, findReadable } from './read-documents.js';

const PASSAGES_PER_DOCUMENT = 3;
const SNIPPET_CHARS = 200;
const REPEATED = 'You searched for this before: these are the same results.';

export const searchDocuments = documentTool<{ query: string; max_results?: number }>({
  name: 'search_documents',
  description:
    'Searches the documents. Returns the best ones with doc_id, title, score and a snippet of the best place; read a document before you use what it says, as a whole where its opening fits best (is_opening). When nothing fits, search again with other words.',
  properties: {
    query: textProperty('What to search for.', 500, 2),
    max_results: countProperty('How many documents to return', 10, 20),
  },
  required: ['query'],
  examples: [
    'What does it say about the roof condition?',
    'Find the documents about returns',
    'Compare the return policies of 2024 and 2025',
    'Wo steht etwas über Gefahrgut?',
  ],
  execute: async ({ query, max_results: wanted = 10 }, context) => {
    const topK = wanted * PASSAGES_PER_DOCUMENT;
    const { variants, notes } = await variantsOf({ query, kbId: kbOf(context) }, context);
    const { answer, isRepeated } = await searchOnce({ query, topK, variants }, context);
    const attached = await searchAttached({ query, topK }, context);
    const best = bestOfEach([...attached, ...answer.passages]).slice(0, wanted);
    return {
      result: {
        documents: best.map(toLine),
        total_found: best.length,
        repeated: isRepeated ? REPEATED : undefined,
        searched: best.length > 0 ? undefined : await searchedTitles(context),
        left_out: leftOutOf(answer),
        notes: [...notes, ...answer.notes, ...notesOf(answer, best.length)],
      },
    };
  },
});

/** What the documents that the message takes along say, each base for itself; they come before all others. */
async function searchAttached(
  asked: { query: string; topK: number },
  context: DocumentCall,
): Promise<Passage[]> {
  const attached = attachedIn(context.requestContext);
  const passages: Passage[] = [];
  for (const kbId of new Set(attached.map(({ kb_id: id }) => id))) {
    const own = attached.filter(({ kb_id: id }) => id === kbId);
    const documentIds = own.map(({ document_id: id }) => id);
    const { answer } = await searchOnce({ ...asked, kbId, documentIds }, context);
    passages.push(...answer.passages);
  }
  return passages;
}

function bestOfEach(passages: readonly Passage[]): Passage[] {
  const best = new Map<string, Passage>();
  for (const passage of passages) {
    if (!best.has(passage.documentId)) best.set(passage.documentId, passage);
  }
  return [...best.values()];
}

function toLine({ documentId, title, headingPath, page, score, text, blocks }: Passage) {
  return {
    doc_id: documentId,
    filename: title,
    section: headingPath.join(' › '),
    page,
    is_opening: blocks[0]?.position === 0 ? true : undefined,
    score: Math.round(score * 100) / 100,
    snippet: firstChars(text, SNIPPET_CHARS),
  };
}

function notesOf({ searched, beingRead }: SearchAnswer, found: number): string[] {
  if (searched === 0 && beingRead > 0) return [];
  if (searched === 0) return ['There are no documents here yet: say so.'];
  return found > 0
    ? []
    : ['Nothing fits. Search with other words before you give up, then say what was searched.'];
}

const PASSAGES = 50;
const OPENING_CHARS = 800;
const MAX_HEADINGS = 40;
/** Headings further in are for who reads the document. */
const BLOCKS_LOOKED_AT = 1000;

export const rerankDocuments = documentTool<{ doc_ids: string[]; query: string }>({
  name: 'rerank_documents',
  description:
    'Orders documents by how well they fit a question, the best first, with scores. Use it when a search returned many and only some should be read.',
  properties: {
    doc_ids: { type: 'array', minItems: 1, maxItems: 20, uniqueItems: true, items: docIdProperty },
    query: textProperty('The question.', 500, 2),
  },
  required: ['doc_ids', 'query'],
  examples: ['Which of these documents fits best?'],
  execute: async ({ doc_ids: ids, query }, context) => {
    const found = await Promise.all(ids.map((id) => findReadable(id, context)));
    const known = new Map(found.map((document) => [document.id, document]));
    const documentIds = [...known.keys()];
    const { answer } = await searchOnce({ query, topK: PASSAGES, documentIds }, context);
    const best = bestOfEach(answer.passages);
    const scoreOf = (id: string) => best.find(({ documentId }) => documentId === id)?.score ?? 0;
    const documents = [...known.values()]
      .map(({ id, title }) => ({ doc_id: id, filename: title, score: scoreOf(id) }))
      .sort((a, b) => b.score - a.score)
      .map((line) => ({ ...line, score: Math.round(line.score * 100) / 100 }));
    return { result: { documents, notes: answer.notes } };
  },
});

export const getDocumentSummary = documentTool<{ doc_id: string }>({
  name: 'get_document_summary',
  description:
    'Tells what a document is: kind, language, length, its headings and how it begins. Cannot be cited: read the document for that.',
  properties: { doc_id: docIdProperty },
  required: ['doc_id'],
  examples: ['What is this document about?', 'How long is the report?'],
  execute: async ({ doc_id: docId }, context) => {
    const document = await findReadable(docId, context);
    const { id, title, fileName, kind, language, pages, blockCount, createdAt } = document;
    const blocks = await context.knowledge.blocks(context.caller.userId, id, 0, BLOCKS_LOOKED_AT);
    const headings = blocks.filter((block) => block.kind === 'heading');
    const opening = blocks.filter((block) => block.kind !== 'heading').map(({ text }) => text);
    return {
      result: {
        doc_id: id,
        filename: title,
        file: fileName,
        kind,
        language,
        pages,
        blocks: blockCount,
        added: createdAt.toISOString().slice(0, 10),
        headings: headings.slice(0, MAX_HEADINGS).map(({ text }) => text),
        begins: firstChars(opening.join('\n'), OPENING_CHARS),
      },
    };
  },
});

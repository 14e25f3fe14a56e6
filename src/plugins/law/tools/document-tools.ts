import type { StoredDocument } from '../../../knowledge/document.model.js';
import { holdsWords } from './case-tools.js';
import { lawTool } from '../services.js';
import type { Passage } from '../../../knowledge/retrieval/search.js';
import { leftOutOf, searchedTitles, searchOnce } from '../../../citations/search-passages.js';

/** More are not listed at once. */
const MAX_DOCUMENTS = 50;

export const getDocuments = lawTool<{ search?: string }>({
  name: 'get_documents',
  description:
    "Lists the user's documents and the shared ones: document_id, title, kind, language, pages, state and date of each. Only what there is; what they say is for search_knowledge.",
  properties: {
    search: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Only documents with these words in the title or file name.',
    },
  },
  examples: [
    'Which documents do I have?',
    'List my uploaded files',
    'Is there a contract among my documents?',
    'Welche Dokumente sind hochgeladen?',
  ],
  execute: async ({ search }, { caller, knowledge }) => {
    const all = await knowledge.documents(caller.userId);
    const found = all.filter(({ title, fileName }) => holdsWords(`${title} ${fileName}`, search));
    const note =
      found.length > MAX_DOCUMENTS
        ? `Only ${MAX_DOCUMENTS} are listed: narrow it down with search.`
        : found.length === 0 && all.length > 0
          ? `None of the ${all.length} documents has these words in its name.`
          : undefined;
    const listed = found.slice(0, MAX_DOCUMENTS).map(documentLine);
    return { result: { total: found.length, documents: listed, note } };
  },
});

function documentLine({ title, kind, language, pages, state, ...document }: StoredDocument) {
  return {
    document_id: document.id,
    ...{ title, kind, language, pages, state },
    shared: document.isShared || undefined,
    added_on: document.createdAt.toISOString().slice(0, 10),
  };
}

export const searchKnowledge = lawTool<{ query: string; limit?: number }>({
  name: 'search_knowledge',
  description:
    "Searches the user's documents and the shared handbook for passages, by words and by meaning. Returns the passages with document_id, title, section, page, score and text. Laws and ordinances are in the knowledge graph: search those with search_nodes.",
  properties: {
    query: { type: 'string', minLength: 2, maxLength: 500, description: 'What to search for.' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 20,
      default: 5,
      description: 'How many passages to return (default 5).',
    },
  },
  required: ['query'],
  examples: [
    'What do my documents say about the lease?',
    'Search the uploaded files for the warranty clause',
    'Is there anything on liability in our papers?',
    'Was steht in meinen Unterlagen zur Kündigung?',
  ],
  execute: async ({ query, limit = 5 }, context) => {
    const { answer, isRepeated } = await searchOnce({ query, topK: limit }, context);
    const notes = [
      ...answer.notes,
      ...(isRepeated ? ['You searched for this before: these are the same passages.'] : []),
      ...(answer.searched + answer.beingRead === 0 ? ['There are no documents here yet.'] : []),
      ...(answer.searched > 0 && answer.passages.length === 0 ? ['No passage fits.'] : []),
    ];
    const searched = answer.passages.length > 0 ? undefined : await searchedTitles(context);
    const passages = answer.passages.map(passageLine);
    return { result: { passages, searched, left_out: leftOutOf(answer), notes } };
  },
});

function passageLine({ documentId, title, headingPath, page, score, text }: Passage) {
  return {
    document_id: documentId,
    title,
    section: headingPath.join(' › '),
    page,
    score: Math.round(score * 100) / 100,
    text,
  };
}

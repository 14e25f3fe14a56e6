import type { StoredDocument } from '../../../knowledge/document.model.js';
import { defineTool } from '../../../agenttools/define-tool.js';
import { holdsWords } from './words.js';
import type { LawServices } from '../services.js';

/** More are not listed at once. */
const MAX_LISTED = 50;

/** Lists the documents. */
export const getDocuments = defineTool<{ search?: string }, LawServices>({
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
  groups: ['law'],
  effect: 'read',
  execute: async ({ search }, { caller, knowledge }) => {
    const all = await knowledge.documents(caller.userId);
    const found = all.filter(({ title, fileName }) => holdsWords(`${title} ${fileName}`, search));
    const note =
      found.length > MAX_LISTED
        ? `Only ${MAX_LISTED} are listed: narrow it down with search.`
        : found.length === 0 && all.length > 0
          ? `None of the ${all.length} documents has these words in its name.`
          : undefined;
    return {
      result: {
        total: found.length,
        documents: found.slice(0, MAX_LISTED).map(toLine),
        note,
      },
    };
  },
});

function toLine({ id, title, kind, language, pages, state, isShared, createdAt }: StoredDocument) {
  return {
    document_id: id,
    title,
    kind,
    language,
    pages,
    state,
    shared: isShared || undefined,
    added_on: createdAt.toISOString().slice(0, 10),
  };
}

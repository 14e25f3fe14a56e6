import type { Passage } from '../../../knowledge/retrieval/search.js';
import { leftOutOf, searchedTitles, searchOnce } from '../../../citations/search-passages.js';
import { defineTool } from '../../../agenttools/define-tool.js';
import type { LawServices } from '../services.js';

interface Input {
  query: string;
  limit?: number;
}

/** Searches the passages of the documents. */
export const searchKnowledge = defineTool<Input, LawServices>({
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
  groups: ['law'],
  effect: 'read',
  execute: async ({ query, limit = 5 }, context) => {
    const { answer, isRepeated } = await searchOnce({ query, topK: limit }, context);
    const notes = [
      ...answer.notes,
      ...(isRepeated ? ['You searched for this before: these are the same passages.'] : []),
      ...(answer.searched + answer.beingRead === 0 ? ['There are no documents here yet.'] : []),
      ...(answer.searched > 0 && answer.passages.length === 0 ? ['No passage fits.'] : []),
    ];
    const searched = answer.passages.length > 0 ? undefined : await searchedTitles(context);
    const passages = answer.passages.map(toLine);
    return { result: { passages, searched, left_out: leftOutOf(answer), notes } };
  },
});

function toLine({ documentId, title, headingPath, page, score, text }: Passage) {
  return {
    document_id: documentId,
    title,
    section: headingPath.join(' › '),
    page,
    score: Math.round(score * 100) / 100,
    text,
  };
}

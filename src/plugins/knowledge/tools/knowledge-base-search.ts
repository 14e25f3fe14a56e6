import { countProperty, textProperty } from '../../../foundation/json.js';
import { DEFAULT_KB, KB_ID } from '../../../knowledge/document.model.js';
import type { Passage } from '../../../knowledge/retrieval/search.js';
import type { OutsideResult } from '../../../knowledge/outside/outside.store.js';
import { closeNames } from '../../../agenttools/names.js';
import { invalidArguments } from '../../../foundation/errors.js';
import { leftOutOf, searchedTitles } from '../../../citations/search-passages.js';
import { variantsOf } from '../../../citations/query-variants.js';
import { evidenceSlot, type Evidence } from '../../../citations/evidence.js';
import { numberedAnswer, type KnowledgeCall, knowledgeTool } from '../services.js';

const EARLIER = 3;

export const knowledgeBaseSearch = knowledgeTool<{
  query: string;
  kb_id?: string;
  top_k?: number;
}>({
  name: 'knowledge_base_search',
  description:
    'Searches the internal knowledge base. Mandatory for every question, before anything else. Write the query for retrieval: the key concepts and the words the documents would use, one aspect at a time. Returns chunks of documents, best first, each with its title, section, page and score, and its blocks with the numbers to cite them by.',
  properties: {
    query: textProperty('What to search for.', 500, 2),
    kb_id: {
      type: 'string',
      maxLength: 200,
      default: DEFAULT_KB,
      description: `The knowledge base (default ${DEFAULT_KB}).`,
    },
    top_k: countProperty('How many chunks to return', 5, 20),
  },
  required: ['query'],
  examples: [
    'How long do we keep rejected goods?',
    'What does the handbook say about returns?',
    'Who approves a purchase over 10,000 euro?',
    'Wie oft wird der Bestand gezählt?',
  ],
  execute: async ({ query, kb_id: kbId = DEFAULT_KB, top_k: topK = 5 }, context) => {
    const { caller, knowledge, outside, scratch, signal } = context;
    const { userId } = caller;
    if (!KB_ID.test(kbId)) {
      throw invalidArguments(
        `"kb_id" names no knowledge base. Those with documents: ${await basesLike(kbId, context)}. Leave it out for ${DEFAULT_KB}.`,
      );
    }
    const { variants, notes: notesOfVariants } = await variantsOf({ query, kbId }, context);
    const [answer, earlier] = await Promise.all([
      knowledge.search({ userId, kbId, query, topK, variants, signal }),
      outside.store.findByKeywords(userId, query, EARLIER),
    ]);
    const { passages, searched, beingRead, notes } = answer;
    const evidence = scratch.of(evidenceSlot);
    return {
      result: {
        chunks: passages.map((passage) => chunkOf(passage, evidence)),
        searched: passages.length > 0 ? undefined : await searchedTitles(context, kbId),
        left_out: leftOutOf(answer),
        earlier_outside_results:
          earlier.length === 0 ? undefined : earlier.map((each) => earlierOf(each, evidence)),
        notes: [
          ...notesOfVariants,
          ...notes,
          ...(await notesOf(kbId, { searched, beingRead, found: passages.length }, context)),
        ],
      },
    };
  },
});

async function basesLike(kbId: string, { caller, knowledge }: KnowledgeCall): Promise<string> {
  const documents = await knowledge.documents(caller.userId);
  const ids = new Set(documents.map((document) => document.kbId));
  return closeNames([...ids], kbId).join(', ') || 'none';
}

function chunkOf(passage: Passage, evidence: Evidence) {
  const { documentId, title, readBy, headingPath, page, score } = passage;
  return {
    document_id: documentId,
    title,
    text_read_from_image_by: readBy,
    section: headingPath.join(' › '),
    page,
    score: Math.round(score * 100) / 100,
    blocks: passage.blocks
      .filter(({ kind }) => kind !== 'heading')
      .map((block) => ({
        number: evidence.addBlock({ ...block, documentId, title, readBy }),
        text: block.text,
      })),
  };
}

function earlierOf(result: OutsideResult & { keywords: string[] }, evidence: Evidence) {
  return {
    result_id: result.id,
    asked: result.query,
    on: result.createdAt.toISOString().slice(0, 10),
    keywords: result.keywords,
    ...numberedAnswer(result, evidence),
  };
}

async function notesOf(
  kbId: string,
  { searched, beingRead, found }: { searched: number; beingRead: number; found: number },
  context: KnowledgeCall,
): Promise<string[]> {
  const notes: string[] = [];
  if (searched + beingRead === 0)
    notes.push(
      `The knowledge base "${kbId}" is empty: say so. Those with documents: ${await basesLike(kbId, context)}.`,
    );
  else if (found === 0 && searched > 0)
    notes.push(
      `None of the ${searched} chunks fits. Try once in other words; then say that nothing was found.`,
    );
  if (context.outside.search === undefined)
    notes.push(
      'No outside search is configured on this server: where these chunks do not suffice, say so in the answer.',
    );
  return notes;
}

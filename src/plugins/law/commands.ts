import { searchGaps } from '../../citations/search-passages.js';
import { readCollected, type CollectedResult } from '../../foundation/collected-results.js';
import { parseBody } from '../../foundation/api-answers.js';
import { asList, asObject, type JsonObject } from '../../foundation/json.js';
import { withoutNotes } from '../../foundation/user-messages.js';
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
  textIn,
  type Passage,
} from '../../llm/providers/palette/quote-passages.js';

const SEARCH = 'search_nodes';
const READ = 'get_node';
const BESIDE = 'search_knowledge';
const MAX_READ = 3;
const MAX_SEARCH = 300;
/** Nobody reads what the searching phase says. */
const DONE = 'Done.';

export const searchLaw: Command = stepwise(
  (message, request) =>
    offers(request, SEARCH, READ) ? search(message, offers(request, BESIDE)) : undefined,
  () => ({ text: DONE }),
);

function* search(message: string, hasDocuments: boolean): CommandSteps {
  const query = queryOf(message, MAX_SEARCH);
  const inLaws = { name: SEARCH, arguments: { search: query, type: 'section', limit: MAX_READ } };
  const inDocuments = { name: BESIDE, arguments: { query, limit: MAX_READ } };
  const [found] = yield hasDocuments ? [inLaws, inDocuments] : [inLaws];
  const ids = objectsIn(found, 'nodes').map(({ id }) => id);
  if (ids.length > 0) yield ids.map((id) => ({ name: READ, arguments: { id } }));
  return DONE;
}

export const quoteLaw: Command = ({ tools, messages }) => {
  const collected = tools.length > 0 ? undefined : readCollected(messages.at(-2)?.content ?? '');
  if (collected === undefined) return undefined;
  const failures = collected.filter(({ isError }) => isError);
  const asked = withoutNotes(
    messages.slice(0, -2).findLast(({ role }) => role === 'user')?.content ?? '',
  );
  const missing = failures.map(({ name }) => `${name} failed: what it looks up is missing here.`);
  const question = asked.replaceAll('\n', ' ');
  const passages = passagesIn(collected);
  const told = [SEARCH, ...(passages.length === 0 ? [BESIDE] : [])];
  const data = collected.filter((one) => !one.isError && told.includes(one.name)).map(dataOf);
  const searched = data.flatMap(({ searched: titles }) => asList(titles));
  const left_out = data.flatMap((each) => objectsIn(each, 'left_out'));
  const quotes = quotePassages(question, [passages], 'the laws and documents', [
    searchGaps(question, passages, { searched, left_out }),
  ]);
  return { text: [quotes, ...missing].join('\n\n') };
};

function passagesIn(collected: readonly CollectedResult[]): Passage[] {
  const answered = (tool: string) =>
    collected.filter(({ name, isError }) => name === tool && !isError).map(dataOf);
  const nodes = answered(READ).map((node, at) => provisionOf(node, 1 - at / 10));
  const passages = answered(BESIDE).flatMap((data) => objectsIn(data, 'passages').map(passageOf));
  return [...nodes, ...passages];
}

function dataOf({ content }: CollectedResult): JsonObject {
  return asObject(parseBody(content));
}

function provisionOf({ id, source_id, title, document, source_text }: JsonObject, score: number) {
  const names = [source_id, title, document].map(textIn).filter((text) => text !== '');
  const place = [...new Set(names), `node ${Number(id)}`].join(', ');
  return { place, score, blocks: [{ text: textIn(source_text), mark: '' }] };
}

function passageOf({ title, section, text, score }: JsonObject): Passage {
  const blocks = [{ text: textIn(text), mark: '' }];
  return { place: placeIn(title, section), score: Number(score), blocks };
}

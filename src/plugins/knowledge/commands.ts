import { toldOfSearch } from '../../citations/search-passages.js';
import { offers, stepwise, type CommandSteps } from '../../llm/providers/palette/command.js';
import {
  bestOf,
  objectsIn,
  placeIn,
  queryOf,
  quotePassages,
  searchedParts,
  textIn,
  type Passage,
} from '../../llm/providers/palette/quote-passages.js';

const SEARCH = 'knowledge_base_search';
const RESPOND = 'generate_response';

/** Every question to the knowledge base: the best passages, quoted, as its final answer. */
export const quoteKnowledge = stepwise(
  (message, request) =>
    offers(request, SEARCH, RESPOND) && searchedParts(message).length > 0
      ? quote(message)
      : undefined,
  (failure) => ({ failure }),
);

function* quote(message: string): CommandSteps {
  const parts = searchedParts(message);
  const found = yield parts.map((part) => ({ name: SEARCH, arguments: { query: queryOf(part) } }));
  const passages = found.map((data) => objectsIn(data, 'chunks').map(passageOf));
  const told = parts.map((part, at) => toldOfSearch(part, passages[at] ?? [], found[at]));
  const answer = quotePassages(message, passages, 'the knowledge base', told);
  const best = passages.flatMap((own, at) => bestOf(parts[at] ?? '', own));
  const quoted = best.flatMap(({ blocks }) => blocks);
  const sources = quoted.map(({ mark }) => mark.slice(1, -1));
  const used = { used_internal_kb: sources.length > 0, used_external_kb: false };
  yield [{ name: RESPOND, arguments: { answer, sources, ...used } }];
  return answer;
}

function passageOf(chunk: ReturnType<typeof objectsIn>[number]): Passage {
  const { title, section, score } = chunk;
  return {
    place: placeIn(title, section),
    score: Number(score),
    blocks: objectsIn(chunk, 'blocks').map(({ number, text }) => ({
      text: textIn(text),
      mark: `[${Number(number)}]`,
    })),
  };
}

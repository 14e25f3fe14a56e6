import type { ResearchLanguage, ResearchState } from '../../state.js';
import { askedFor, asksOfDuty } from '../../text/asked-for.js';
import { sectionOf } from '../../text/place.js';
import { shareSpoken } from '../../text/terms.js';
import type { Provision } from './provision.js';

/** For so many provisions it is asked what belongs to their duty. */
const PROVISIONS = 4;
/** Of what the most fitting one speaks of, the others speak of so much at least. */
const NEARLY_AS_MUCH = 0.8;

/** The task that asks for duties: the first that asks for fines, else the first one where the question is about a duty. */
export function dutyTask({
  tasks,
  query,
  language = 'de',
}: Readonly<ResearchState>): number | undefined {
  const asking = tasks.find(({ task }) => askedFor(task, language).kinds.includes('sanction'));
  const [first] = tasks.filter(({ task }) => asksOfDuty(task) || asksOfDuty(query));
  return (asking ?? first)?.id;
}

/** The sections that speak most of what is asked; the words for a breach are in any clause on one. */
export function provisionsOf(
  hits: readonly { documentId: string; heading: string; chunk: string }[],
  question: string,
  language: ResearchLanguage,
): Provision[] {
  const { terms } = askedFor(question, language);
  const provisions = new Map<string, Provision>();
  for (const { documentId, heading, chunk } of hits) {
    const section = sectionOf(heading);
    if (section === undefined) continue;
    const relevance = shareSpoken(terms, `${heading} ${chunk}`, language);
    const known = provisions.get(`${documentId} ${section}`)?.relevance ?? 0;
    if (relevance <= known) continue;
    provisions.set(`${documentId} ${section}`, { documentId, section, relevance });
  }
  const ranked = [...provisions.values()].toSorted((a, b) => b.relevance - a.relevance);
  const least = NEARLY_AS_MUCH * (ranked[0]?.relevance ?? 0);
  return ranked.filter(({ relevance }) => relevance >= least).slice(0, PROVISIONS);
}

import type { OutsideSearch, ReportPart, ResearchLanguage, ResearchState } from '../state.js';

const phrases = {
  de: {
    heading: 'Von außerhalb',
    caution:
      'Diese Fundstellen kommen von Diensten außerhalb. Sie wurden nicht geprüft, und keine Aussage des Berichts ruht auf ihnen.',
    found: (service: string, what: string, query: string) =>
      `Außerhalb (${service}): ${what} Gesucht wurde „${query}“.`,
    nothing: (service: string, query: string) =>
      `Außerhalb (${service}): nichts gefunden zu „${query}“.`,
    failed: (service: string, query: string) =>
      `Außerhalb (${service}): die Suche nach „${query}“ ist gescheitert; was es dort gibt, fehlt.`,
    quoted: (text: string) => `„${text}“`,
  },
  en: {
    heading: 'From outside',
    caution:
      'These findings come from services outside. They were not checked, and no statement of the report rests on them.',
    found: (service: string, what: string, query: string) =>
      `Outside (${service}): ${what} Searched for: “${query}”.`,
    nothing: (service: string, query: string) =>
      `Outside (${service}): nothing was found for “${query}”.`,
    failed: (service: string, query: string) =>
      `Outside (${service}): the search for “${query}” failed; what there is is missing.`,
    quoted: (text: string) => `“${text}”`,
  },
} as const;

/** What was found outside, each marked so; undefined where nothing was searched there. */
export function outsidePart(
  { outside }: Readonly<ResearchState>,
  language: ResearchLanguage,
): ReportPart | undefined {
  if (outside === undefined || outside.searches.length === 0) return undefined;
  const seen = new Set<string>();
  const items = outside.searches.flatMap((search) => itemsOf(search, seen, language));
  const { heading, caution } = phrases[language];
  return { heading, items: [caution, ...items] };
}

/** Each address once, where it was found first. */
function itemsOf(
  { service, query, state, results }: OutsideSearch,
  seen: Set<string>,
  language: ResearchLanguage,
): string[] {
  const say = phrases[language];
  if (state === 'failed') return [say.failed(service, query)];
  if (results.length === 0) return [say.nothing(service, query)];
  return results.flatMap(({ title, url, text, date }) => {
    const key = url ?? title;
    if (seen.has(key)) return [];
    seen.add(key);
    const named = [title, date, url].filter((each) => each !== undefined).join(', ');
    const said = text === undefined ? `${named}.` : `${named}: ${say.quoted(text)}.`;
    return [say.found(service, said, query)];
  });
}

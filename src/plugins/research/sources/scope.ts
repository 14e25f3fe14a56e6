import type { StoredDocument } from '../../../knowledge/document.model.js';
import { basesOf } from '../state-reader.js';
import type { ReportPart, ReportSource, ResearchLanguage, ResearchState } from '../state.js';

const MOST_TITLES = 10;

const phrases = {
  de: {
    heading: 'Umfang',
    searched: (kb: string, count: number, titles: string) =>
      `Durchsucht wurde die Wissensbasis „${kb}“ mit ${count} ${count === 1 ? 'Dokument' : 'Dokumenten'}: ${titles}.`,
    quoted: (text: string) => `„${text}“`,
    more: (count: number) => ` und ${count} weitere`,
    unchecked: 'Ob die zitierten Texte noch gelten, ist nicht geprüft.',
    missing: (names: string) =>
      `Verwiesen wird auf Texte, die nicht in der Wissensbasis sind und nicht gelesen wurden: ${names}.`,
    unread: (count: number) =>
      `${count} ${count === 1 ? 'Verweis wurde' : 'Verweise wurden'} nicht verfolgt, weil die Grenzen der Recherche erreicht waren.`,
    elsewhere: 'Nicht durchsucht wurden andere Wissensbasen und Quellen außerhalb.',
    outside: (services: string) =>
      `Außerhalb wurde gesucht bei ${services}; nicht durchsucht wurden andere Wissensbasen.`,
  },
  en: {
    heading: 'Scope',
    searched: (kb: string, count: number, titles: string) =>
      `The knowledge base “${kb}” was searched, with ${count} ${count === 1 ? 'document' : 'documents'}: ${titles}.`,
    quoted: (text: string) => `“${text}”`,
    more: (count: number) => ` and ${count} more`,
    unchecked: 'Whether the cited texts still hold was not checked.',
    missing: (names: string) =>
      `There are references to texts that are not in the knowledge base and were not read: ${names}.`,
    unread: (count: number) =>
      `${count} ${count === 1 ? 'reference was' : 'references were'} not followed, because the limits of the research were reached.`,
    elsewhere: 'Other knowledge bases and sources outside were not searched.',
    outside: (services: string) =>
      `Outside, ${services} were searched; other knowledge bases were not.`,
  },
} as const;

/** What was searched and what was not. */
export function scopeOf(
  state: Readonly<ResearchState>,
  {
    sources,
    documents,
  }: { sources: readonly ReportSource[]; documents: readonly StoredDocument[] },
  language: ResearchLanguage,
): ReportPart {
  const say = phrases[language];
  const searched = basesOf(state).map((kb) => {
    const titles = documents.filter(({ kbId }) => kbId === kb).map(({ title }) => title);
    const more = titles.length - MOST_TITLES;
    const named = titles.slice(0, MOST_TITLES).map((title) => say.quoted(title));
    return say.searched(kb, titles.length, `${named.join(', ')}${more > 0 ? say.more(more) : ''}`);
  });
  const references = state.searches.flatMap((search) => search.references);
  const missing = missingTexts(references);
  const unread = new Set(
    references
      .filter(({ reason }) => reason === 'level_full' || reason === 'budget')
      .map(({ key }) => key),
  );
  const searches = state.outside?.searches ?? [];
  const services = [
    ...new Set(searches.filter((each) => each.state === 'done').map(({ service }) => service)),
  ];
  const followed = references.filter(({ chunkIds }) => chunkIds.length > 0);
  for (const { key } of followed) unread.delete(key);
  return {
    heading: say.heading,
    items: [
      ...searched,
      ...(sources.length === 0 ? [] : [say.unchecked]),
      ...(missing.length === 0 ? [] : [say.missing(missing.join(', '))]),
      ...(unread.size === 0 ? [] : [say.unread(unread.size)]),
      services.length === 0 ? say.elsewhere : say.outside(services.join(', ')),
    ],
  };
}

/** Texts that are referred to and that the knowledge base does not have, the most often named first. */
function missingTexts(references: readonly { key: string; reason?: string }[]): string[] {
  const times = new Map<string, number>();
  for (const { key, reason } of references) {
    if (reason !== 'not_in_knowledge_base') continue;
    const name = key.slice(0, key.lastIndexOf('#'));
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_TITLES)
    .map(([name]) => name);
}

import { firstChars } from '../../../foundation/first-chars.js';
import type { StoredDocument } from '../../../knowledge/document.model.js';
import { basesOf } from '../state-reader.js';
import type { Library } from '../extract/library.js';
import type { ReportPart, ReportSource, ResearchLanguage, ResearchState } from '../state.js';

const MOST_TITLES = 10;
/** So many blocks of a document, before its first part, may tell of its state. */
const OPENING_BLOCKS = 12;
const MOST_LINES = 4;
const LINE_CHARS = 200;
/** What a document says of its own state: when it was made, changed, and came into force. */
const STATE_OF =
  /(?<!\p{L})(?:geändert|änderung|ausfertigungsdatum|stand|fassung|in kraft|gültig|version|amended|adopted|in force|effective|updated|revised|as of)(?!\p{L})/iu;

const phrases = {
  de: {
    heading: 'Umfang und Stand',
    searched: (kb: string, count: number, titles: string) =>
      `Durchsucht wurde die Wissensbasis „${kb}“ mit ${count} ${count === 1 ? 'Dokument' : 'Dokumenten'}: ${titles}.`,
    quoted: (text: string) => `„${text}“`,
    more: (count: number) => ` und ${count} weitere`,
    state: (title: string, lines: string) =>
      `Stand von „${title}“ nach seinem eigenen Text: ${lines}`,
    noState: (title: string) =>
      `„${title}“ nennt am Anfang keinen Stand; ob der Text noch gilt, ist nicht geprüft.`,
    missing: (names: string) =>
      `Verwiesen wird auf Texte, die nicht in der Wissensbasis sind und nicht gelesen wurden: ${names}.`,
    unread: (count: number) =>
      `${count} ${count === 1 ? 'Verweis wurde' : 'Verweise wurden'} nicht verfolgt, weil die Grenzen der Recherche erreicht waren.`,
    elsewhere: 'Nicht durchsucht wurden andere Wissensbasen und Quellen außerhalb.',
    outside: (services: string) =>
      `Außerhalb wurde gesucht bei ${services}; nicht durchsucht wurden andere Wissensbasen.`,
  },
  en: {
    heading: 'Scope and state of the texts',
    searched: (kb: string, count: number, titles: string) =>
      `The knowledge base “${kb}” was searched, with ${count} ${count === 1 ? 'document' : 'documents'}: ${titles}.`,
    quoted: (text: string) => `“${text}”`,
    more: (count: number) => ` and ${count} more`,
    state: (title: string, lines: string) => `State of “${title}” by its own text: ${lines}`,
    noState: (title: string) =>
      `“${title}” names no state at its beginning; whether it still holds was not checked.`,
    missing: (names: string) =>
      `There are references to texts that are not in the knowledge base and were not read: ${names}.`,
    unread: (count: number) =>
      `${count} ${count === 1 ? 'reference was' : 'references were'} not followed, because the limits of the research were reached.`,
    elsewhere: 'Other knowledge bases and sources outside were not searched.',
    outside: (services: string) =>
      `Outside, ${services} were searched; other knowledge bases were not.`,
  },
} as const;

/** What was searched and what was not, and the state of each document that the report cites, in its own words. */
export async function scopeOf(
  state: Readonly<ResearchState>,
  {
    sources,
    documents,
  }: { sources: readonly ReportSource[]; documents: readonly StoredDocument[] },
  library: Library,
  language: ResearchLanguage,
): Promise<ReportPart> {
  const say = phrases[language];
  const searched = basesOf(state).map((kb) => {
    const titles = documents.filter(({ kbId }) => kbId === kb).map(({ title }) => title);
    const more = titles.length - MOST_TITLES;
    const named = titles.slice(0, MOST_TITLES).map((title) => say.quoted(title));
    return say.searched(kb, titles.length, `${named.join(', ')}${more > 0 ? say.more(more) : ''}`);
  });
  const cited = new Map(sources.map(({ documentId, document }) => [documentId, document]));
  const states = await Promise.all(
    [...cited].map(async ([id, title]) => {
      const lines = await stateLines(id, library);
      return lines.length === 0 ? say.noState(title) : say.state(title, lines.join(' '));
    }),
  );
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
      ...states,
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

/** What the document says of its own state before its first part. */
async function stateLines(documentId: string, library: Library): Promise<string[]> {
  const { blocks } = await library.outline(documentId);
  const first = blocks.findIndex(({ kind }, at) => at > 0 && kind === 'heading');
  return blocks
    .slice(0, Math.min(OPENING_BLOCKS, first < 0 ? OPENING_BLOCKS : first))
    .filter(({ kind }) => kind !== 'heading')
    .map(({ text }) => text.replace(/\s+/g, ' ').replace(/\s:\s/, ': '))
    .filter((line) => STATE_OF.test(line))
    .slice(0, MOST_LINES)
    .map((line) => {
      if (line.length > LINE_CHARS) return `${firstChars(line, LINE_CHARS)} …`;
      return /[.!?]$/.test(line) ? line : `${line}.`;
    });
}

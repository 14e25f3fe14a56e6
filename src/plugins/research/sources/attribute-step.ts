import { anchorOf } from '../clarify/inquiry.js';
import { placesTogether } from '../judge/judge.js';
import type { StoredDocument } from '../../../knowledge/document.model.js';
import type {
  ReportSource,
  FollowedReference,
  OutsideSearch,
  ReportPart,
  ResearchLanguage,
  ResearchState,
} from '../state.js';
import type { JudgedStep } from '../steps.js';
import { Library, OpeningNames } from '../extract/library.js';
import { basesOf } from '../state-reader.js';
import { askOfStatements, restDraft } from './link-statements.js';
import { citeSources } from './cite-sources.js';
import { explainSources } from './explain-sources.js';
import { reportWords } from './report-words.js';

export const attribute: JudgedStep = async (state, tools, judge) => {
  const { draft, quality } = state;
  if (draft === undefined) throw new Error('there is no draft to attribute');
  const { detectedLanguage: language } = anchorOf(state);
  const rested = await restDraft(state, draft, tools);
  const asked = await askOfStatements(rested, language, judge.model, judge.call);
  if (asked.note !== undefined) judge.tell(asked.note);
  const library = new Library(tools, new OpeningNames());
  const documents = await tools.documents();
  const cited = await citeSources(asked.sections, library, language);
  const given = { library, question: state.query, language };
  const explained = await explainSources(cited.sources, given);
  const bases = new Map(documents.map(({ id, kbId }) => [id, kbId]));
  const sources = explained.map((source) => {
    return state.kbs === undefined ? source : { ...source, kb: bases.get(source.documentId) };
  });
  if (state.isRemediated) judge.tell(reportWords[language].again);
  const report = {
    title: draft.title,
    language,
    sections: cited.sections,
    sources,
    quality,
    notFound: notFound(state, language),
    outside: outsidePart(state, language),
    scope: scopeOf(state, sources, documents, language),
    notes: placesTogether(judge.notes(state.notes), language),
  };
  return { report };
};

const MOST_QUERIES = 6;
const MOST_TITLES = 10;

const german = {
  notFound: 'Nicht gefunden',
  nothingOn: (task: string, searched: string) =>
    `Zu „${task}“ steht nichts im Bericht. Gesucht wurde: ${searched}.`,
  noQuery: 'nichts',
  scope: 'Umfang',
  searched: (kb: string, count: number, titles: string) =>
    `Durchsucht wurde die Wissensbasis „${kb}“ mit ${count} ${count === 1 ? 'Dokument' : 'Dokumenten'}: ${titles}.`,
  more: (count: number) => ` und ${count} weitere`,
  unchecked: 'Ob die zitierten Texte noch gelten, ist nicht geprüft.',
  missing: (names: string) =>
    `Verwiesen wird auf Texte, die nicht in der Wissensbasis sind und nicht gelesen wurden: ${names}.`,
  unread: (count: number) =>
    `${count} ${count === 1 ? 'Verweis wurde' : 'Verweise wurden'} nicht verfolgt, weil die Grenzen der Recherche erreicht waren.`,
  elsewhere: 'Nicht durchsucht wurden andere Wissensbasen und Quellen außerhalb.',
  searchedOutside: (services: string) =>
    `Außerhalb wurde gesucht bei ${services}; nicht durchsucht wurden andere Wissensbasen.`,
  outside: 'Von außerhalb',
  caution:
    'Diese Fundstellen kommen von Diensten außerhalb. Sie wurden nicht geprüft, und keine Aussage des Berichts ruht auf ihnen.',
  found: (service: string, what: string, query: string) =>
    `Außerhalb (${service}): ${what} Gesucht wurde „${query}“.`,
  nothing: (service: string, query: string) =>
    `Außerhalb (${service}): nichts gefunden zu „${query}“.`,
  failed: (service: string, query: string) =>
    `Außerhalb (${service}): die Suche nach „${query}“ ist gescheitert; was es dort gibt, fehlt.`,
};

const english: typeof german = {
  notFound: 'Not found',
  nothingOn: (task, searched) =>
    `The report has nothing on “${task}”. What was searched: ${searched}.`,
  noQuery: 'nothing',
  scope: 'Scope',
  searched: (kb, count, titles) =>
    `The knowledge base “${kb}” was searched, with ${count} ${count === 1 ? 'document' : 'documents'}: ${titles}.`,
  more: (count) => ` and ${count} more`,
  unchecked: 'Whether the cited texts still hold was not checked.',
  missing: (names) =>
    `There are references to texts that are not in the knowledge base and were not read: ${names}.`,
  unread: (count) =>
    `${count} ${count === 1 ? 'reference was' : 'references were'} not followed, because the limits of the research were reached.`,
  elsewhere: 'Other knowledge bases and sources outside were not searched.',
  searchedOutside: (services) =>
    `Outside, ${services} were searched; other knowledge bases were not.`,
  outside: 'From outside',
  caution:
    'These findings come from services outside. They were not checked, and no statement of the report rests on them.',
  found: (service, what, query) => `Outside (${service}): ${what} Searched for: “${query}”.`,
  nothing: (service, query) => `Outside (${service}): nothing was found for “${query}”.`,
  failed: (service, query) =>
    `Outside (${service}): the search for “${query}” failed; what there is is missing.`,
};

const phrases = { de: german, en: english };

/** The parts of the question and the approved tasks that no statement of the report answers; undefined where each has one. */
export function notFound(
  state: Readonly<ResearchState>,
  language: ResearchLanguage,
): ReportPart | undefined {
  const say = phrases[language];
  const items = (state.quality?.parts ?? [])
    .filter(({ isAnswered }) => !isAnswered)
    .map(({ question }) => {
      const searched = queriesFor(state, question).map(reportWords[language].quoted);
      return say.nothingOn(question, searched.join(', ') || say.noQuery);
    });
  return items.length === 0 ? undefined : { heading: say.notFound, items };
}

/** What was searched for a task; for a part of the question that is no task, what clarification searched. */
function queriesFor(
  { tasks, searches, clarification, researchQueries }: Readonly<ResearchState>,
  question: string,
): string[] {
  const id = tasks.find(({ task }) => task === question)?.id;
  if (id !== undefined) {
    return [...new Set(searches.filter(({ taskId }) => taskId === id).map(({ query }) => query))];
  }
  const asked = clarification.rounds.flatMap(({ queries }) => queries);
  return [...new Set([...researchQueries, ...asked])].slice(0, MOST_QUERIES);
}

export function scopeOf(
  state: Readonly<ResearchState>,
  sources: readonly ReportSource[],
  documents: readonly StoredDocument[],
  language: ResearchLanguage,
): ReportPart {
  const say = phrases[language];
  const searched = basesOf(state).map((kb) => {
    const titles = documents.filter(({ kbId }) => kbId === kb).map(({ title }) => title);
    const more = titles.length - MOST_TITLES;
    const named = titles.slice(0, MOST_TITLES).map(reportWords[language].quoted);
    return say.searched(kb, titles.length, `${named.join(', ')}${more > 0 ? say.more(more) : ''}`);
  });
  const references = state.searches.flatMap((search) => search.references);
  const missing = missingTexts(references);
  const limited = references.filter(({ reason }) => reason === 'level_full' || reason === 'budget');
  const unread = new Set(limited.map(({ key }) => key));
  for (const { key, chunkIds } of references) if (chunkIds.length > 0) unread.delete(key);
  const done = (state.outside?.searches ?? []).filter((each) => each.state === 'done');
  const services = [...new Set(done.map(({ service }) => service))];
  return {
    heading: say.scope,
    items: [
      ...searched,
      ...(sources.length === 0 ? [] : [say.unchecked]),
      ...(missing.length === 0 ? [] : [say.missing(missing.join(', '))]),
      ...(unread.size === 0 ? [] : [say.unread(unread.size)]),
      services.length === 0 ? say.elsewhere : say.searchedOutside(services.join(', ')),
    ],
  };
}

function missingTexts(references: readonly FollowedReference[]): string[] {
  const times = new Map<string, number>();
  for (const { key, reason } of references) {
    if (reason !== 'not_in_knowledge_base') continue;
    const name = key.slice(0, key.lastIndexOf('#'));
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  const named = [...times].sort(([, a], [, b]) => b - a);
  return named.slice(0, MOST_TITLES).map(([name]) => name);
}

/** What was found outside, each marked so; undefined where nothing was searched there. */
export function outsidePart(
  { outside }: Readonly<ResearchState>,
  language: ResearchLanguage,
): ReportPart | undefined {
  if (outside === undefined || outside.searches.length === 0) return undefined;
  const seen = new Set<string>();
  const items = outside.searches.flatMap((search) => itemsOf(search, seen, language));
  const say = phrases[language];
  return { heading: say.outside, items: [say.caution, ...items] };
}

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
    const said = text === undefined ? '' : `: ${reportWords[language].quoted(text)}`;
    return [say.found(service, `${named}${said}.`, query)];
  });
}

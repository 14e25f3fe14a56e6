import type { ReactNode } from 'react';
import type { Citation } from '../../../src/agentloop/events.js';
import type { UiAction } from '../run/run-items.js';
import type { RunView } from '../run/run-view.js';
import type {
  AnswerPart,
  ChangeView,
  ChatContext,
  ContextChip,
  DraftView,
  LibraryTab,
  PageMove,
  PagePlugin,
  PageView,
  Panel,
  PlaceFinder,
  SourcePlace,
  StepMessageOf,
  Subject,
} from './plugin.js';

let installed: readonly PagePlugin[] = [];

/** Sets what the page consists of, once, before it is drawn. Throws when two plugins claim one name. */
export function install(plugins: readonly PagePlugin[]): void {
  for (const [what, namesOf] of Object.entries(CLAIMS)) refuseTwice(plugins, what, namesOf);
  installed = plugins;
}

const CLAIMS: Readonly<Record<string, (plugin: PagePlugin) => readonly string[]>> = {
  'the name': ({ name }) => [name],
  'the view': ({ views = [] }) => views.map(({ name }) => name),
  'the library tab': ({ libraryTabs = [] }) => libraryTabs.map(({ name }) => name),
  'the kind of change': ({ changes = {} }) => Object.keys(changes),
  'the kind of draft': ({ drafts = {} }) => Object.keys(drafts),
  'the context': ({ contexts = {} }) => Object.keys(contexts),
  'the context field': ({ chips = {} }) => Object.keys(chips),
  'the steps of': ({ stepMessages = {} }) => Object.keys(stepMessages),
};

function refuseTwice(
  plugins: readonly PagePlugin[],
  what: string,
  namesOf: (plugin: PagePlugin) => readonly string[],
): void {
  const owners = new Map<string, string>();
  for (const plugin of plugins) {
    for (const name of namesOf(plugin)) {
      const other = owners.get(name);
      if (other !== undefined) {
        throw new Error(
          `The page plugins ${other} and ${plugin.name} both claim ${what} “${name}”. Rename it in one of them.`,
        );
      }
      owners.set(name, plugin.name);
    }
  }
}

/** The plugins of the page that have their part in the server: all where `running` is not given. */
function among(running: readonly string[] | undefined): readonly PagePlugin[] {
  if (running === undefined) return installed;
  return installed.filter(({ name, everywhere }) => everywhere ?? running.includes(name));
}

/** The views of the plugins named by `running`, or all of the page, in the order of the navigation. */
export function pageViews(running?: readonly string[]): readonly PageView[] {
  return inOrder(among(running).flatMap(({ views = [] }) => views));
}

/** The lists of the library, in the order of their tabs; only those of the plugins named by `running`. */
export function libraryTabs(running?: readonly string[]): readonly LibraryTab[] {
  return inOrder(among(running).flatMap((plugin) => plugin.libraryTabs ?? []));
}

/** The view of a kind of change; undefined when no plugin has one. */
export function changeViewOf(kind: string): ChangeView | undefined {
  return firstOf(({ changes }) => own(changes, kind));
}

/** The view of a kind of draft; undefined when no plugin has one. */
export function draftViewOf(kind: string): DraftView | undefined {
  return firstOf(({ drafts }) => own(drafts, kind));
}

/** What a chat with an agent can have open; undefined when no plugin says so. */
export function chatContextOf(contextType: string): ChatContext | undefined {
  return firstOf(({ contexts }) => own(contexts, contextType));
}

/** All that chats can have open with the agents of these plugins. */
export function subjects(running: readonly string[]): readonly Subject[] {
  return among(running)
    .flatMap(({ contexts = {} }) => Object.values(contexts))
    .flatMap(({ subject }) => (subject === undefined ? [] : [subject]));
}

/** How a field of a message's context is named; undefined when no plugin says so. */
export function chipOf(field: string): ContextChip | undefined {
  return firstOf(({ chips }) => own(chips, field));
}

/** The buttons of these plugins in the message box that take something along. */
export function attachers(
  running: readonly string[],
): readonly NonNullable<PagePlugin['Attach']>[] {
  return among(running).flatMap(({ Attach }) => (Attach === undefined ? [] : [Attach]));
}

/** Where an agent asks the page to go; undefined when this page knows no such place. */
export function moveFor(action: UiAction): PageMove | undefined {
  return firstOf((plugin) => plugin.moveFor?.(action));
}

/** The panel that shows a cited place; undefined when no plugin shows documents. */
export function sourcePanelOf(place: SourcePlace): Panel | undefined {
  return firstOf((plugin) => plugin.sourcePanel?.(place));
}

/** What can stand below an answer. */
export function answerParts(): readonly AnswerPart[] {
  return installed.flatMap((plugin) => plugin.answerParts ?? []);
}

/** How the steps of a tool are told; undefined for those shown as plain calls. */
export function stepMessageOf(tool: string): StepMessageOf | undefined {
  return firstOf(({ stepMessages }) => own(stepMessages, tool));
}

/** The sources of an answer whose events name none. */
export function citationsIn(view: RunView): readonly Citation[] {
  return installed.flatMap((plugin) => plugin.citationsIn?.(view) ?? []);
}

/** The places that an answer may name in its words. */
export async function placesIn(view: RunView): Promise<PlaceFinder[]> {
  const finders = await Promise.all(installed.flatMap((plugin) => plugin.placesIn?.(view) ?? []));
  return finders.filter((finder) => finder !== undefined);
}

/** What stands above the sources of an answer. */
export function answerFactsOf(view: RunView): ReactNode {
  return firstOf((plugin) => plugin.answerFacts?.(view));
}

function firstOf<T>(find: (plugin: PagePlugin) => T | undefined): T | undefined {
  for (const plugin of installed) {
    const found = find(plugin);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Names come from the server: `constructor` is none. */
function own<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

function inOrder<T extends { order: number }>(items: readonly T[]): readonly T[] {
  return items.toSorted((one, other) => one.order - other.order);
}

/** The way to a thing of `kind` that an agent names by its id; undefined when it asks for something else. */
export function namedMove(
  { action, target: { kind, id, name } }: UiAction,
  wanted: string,
  addressOf: (id: string) => string,
): PageMove | undefined {
  if (action !== 'navigate_to' || kind !== wanted || typeof id !== 'string') return undefined;
  return { name: typeof name === 'string' && name !== '' ? name : id, to: addressOf(id) };
}

/** What the markers of an answer stand for, by number: as the events said, else as a plugin finds in the run. */
export function sourcesOf(view: RunView): readonly Citation[] {
  const known = view.citations.length > 0 ? view.citations : citationsIn(view);
  const byNumber = new Map(known.map((citation) => [citation.number, citation]));
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

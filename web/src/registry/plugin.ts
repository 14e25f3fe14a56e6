import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { Citation } from '../../../src/agentloop/events.js';
import type { ErrorDetail } from '../../../src/foundation/errors.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import type { DraftItem } from '../api/client.js';
import type { ChangeViewProps } from '../changes/change.js';
import type { StepReasoning, UiAction } from '../run/run-items.js';
import type { RunView } from '../run/run-view.js';
import type { SidePanelProps } from '../ui/beside.js';

/**
 * What a domain adds to the page: a plain object, every member optional but the name. Records are keyed by
 * names of the server. Views that are not needed at first are given as `React.lazy`.
 */
export interface PagePlugin {
  /** That of the server's plugin: where this one does not run, no view, list or button of it is shown. */
  name: string;
  /** Shown whatever runs on the server. */
  everywhere?: true;
  /** Views with an address and an entry in the navigation. */
  views?: readonly PageView[];
  libraryTabs?: readonly LibraryTab[];
  /** How changes are drawn, by kind; a kind without a view is drawn by the default one. */
  changes?: Readonly<Record<string, ChangeView>>;
  /** How unfinished drafts are drawn, by kind. */
  drafts?: Readonly<Record<string, DraftView>>;
  /** What a chat can have open, by agent. */
  contexts?: Readonly<Record<string, ChatContext>>;
  /** How what goes with a message is named, by the field of its context. */
  chips?: Readonly<Record<string, ContextChip>>;
  /** A button in the message box that takes something along, and its state above the box. */
  Attach?: ComponentType<AttachProps>;
  /** Where an agent asks the page to go; undefined when that is no place of this plugin. */
  moveFor?: (action: UiAction) => PageMove | undefined;
  /** The panel that shows a cited place. */
  sourcePanel?: (place: SourcePlace) => Panel;
  /** What stands below an answer and opens beside it. */
  answerParts?: readonly AnswerPart[];
  /** How steps are told that the server sends no reasoning for, by tool. */
  stepMessages?: Readonly<Record<string, StepMessageOf>>;
  /** The sources of an answer whose events name none. */
  citationsIn?: (view: RunView) => readonly Citation[];
  /** The places that an answer may name in its words, such as provisions: each such name opens its place. */
  placesIn?: (view: RunView) => Promise<PlaceFinder | undefined>;
  /** What stands above the sources of an answer, not lazy; undefined when there is nothing to say. */
  answerFacts?: (view: RunView) => ReactNode;
}

/** A view of the page: `#/<name>`. */
export interface PageView {
  name: string;
  label: string;
  Icon: LucideIcon;
  /** Its place in the navigation, lowest first. */
  order: number;
  View: ComponentType;
}

/** A list of the library, `#/library/<name>`, and one thing of it, `#/library/<name>/<id>`. */
export interface LibraryTab {
  name: string;
  title: string;
  about: string;
  order: number;
  /** How many there are; undefined until that is known. */
  useCount: () => number | undefined;
  /** Said behind the count, which is then not shown at 0: `waiting`. */
  counted?: string;
  List: ComponentType;
  View: ComponentType<{ id: string }>;
}

/** How one kind of change is shown. */
export interface ChangeView {
  /** What is changed, in a word or two: `rule`. */
  noun: string;
  Icon: LucideIcon;
  View: ComponentType<ChangeViewProps>;
  /** Where what was saved is shown. */
  savedAt?: (id: string) => string;
  /** The query of the chat in which such a change was proposed; `id` is what it changed or made. */
  chatQuery?: (id: string | undefined) => Readonly<Record<string, string>>;
  /** Fields of the payload that guard it, such as a version: sent as they are, not shown to people. */
  guards?: readonly string[];
  /** Its payload as fields, in words of people; absent: fields are made of what is known of it. */
  Form?: ComponentType<ChangeFormProps>;
  /** What the backend finds wrong with a body; rejects when that cannot be told. Absent: only accepting tells. */
  check?: (body: JsonObject) => Promise<readonly ErrorDetail[]>;
}

/** A payload that is edited as fields; `onChange` is told where and what, undefined for nothing. */
export interface ChangeFormProps {
  value: JsonObject;
  onChange: (path: readonly string[], value: unknown) => void;
}

/** How one kind of draft is shown. */
export interface DraftView<T extends DraftItem = DraftItem> {
  noun: string;
  Icon: LucideIcon;
  isUpdate: (draft: T) => boolean;
  about: (draft: T) => string | undefined;
  /** Short facts in one line. */
  facts: (draft: T) => readonly string[];
  /** The address of the chat in which it continues. */
  chat: (draft: T) => string;
  View: ComponentType<{ draft: T }>;
}

/** A draft's view for drafts as that plugin's own server part writes them. */
export function draftView<T extends DraftItem>(view: DraftView<T>): DraftView {
  return view as unknown as DraftView;
}

/** What a chat with one agent can have open. */
export interface ChatContext {
  /** The fields of the request's context that an address may give. */
  fields: readonly string[];
  subject?: Subject;
}

/** The one thing that can be opened beside a chat: where the list is, and the request's field for it. */
export interface Subject {
  path: string;
  key: string;
  noun: string;
  Icon: LucideIcon;
  /** What the choice is called, and what is chosen when nothing is open. */
  label: string;
  none: string;
  /** The page of one: names in answers lead there. */
  address?: (id: string) => string;
  /** What a new chat with one open begins with, instead of the agent's own examples. */
  Welcome?: ComponentType<SubjectWelcomeProps>;
}

/** One open thing, and the way to send one of the sentences about it. */
export interface SubjectWelcomeProps {
  id: string;
  onSend: (message: string) => void;
}

/** How one field of a message's context is named. */
export interface ContextChip {
  noun: string;
  Icon: LucideIcon;
  /** What the thing is called; undefined while that is not known. */
  useName: (id: string) => string | undefined;
}

/** Something that is looked at beside a chat or another view. */
export interface Panel {
  title: string;
  render: (frame: SidePanelProps) => ReactNode;
}

/** Where an agent asks the page to go: another view, or a panel beside the chat. */
export type PageMove = { name: string } & ({ to: string } | { panel: Panel });

/** A place in a document that a source stands at. */
export interface SourcePlace {
  documentId: string;
  blockId?: string;
}

/** Where a text names a place; the key stands for the place. */
export interface NamedPlace {
  start: number;
  end: number;
  key: string;
}

/** Finds the places that a text names, in its order and none within another, and shows them. */
export interface PlaceFinder {
  find: (text: string) => readonly NamedPlace[];
  panel: (key: string) => Panel | undefined;
}

/** Something that belongs to a whole answer. */
export interface AnswerPart {
  name: string;
  isIn: (view: RunView) => boolean;
  /** Not lazy: what grows below an answer later would scroll its end out of sight. */
  Card: ComponentType<{ view: RunView; isOpen: boolean; onOpen: () => void }>;
  panel: (answer: { key: string; view: RunView; question: string }) => Panel;
}

/** What a step is in a timeline: its kind of action and a sentence. */
export type StepMessage = Pick<StepReasoning, 'action' | 'message'>;

/** A step in words, from what went in and what came out; either may be empty. */
export type StepMessageOf = (input: JsonObject, result: JsonObject) => StepMessage;

/** What is attached to the next message. */
export interface Attached {
  /** Who can read it; undefined: any agent. */
  agent: string | undefined;
  /** What goes along, by the server's ids. */
  ids: readonly string[];
  /** The names of what cannot go along yet. */
  waiting: readonly string[];
  /** Some of it cannot go along at all. */
  isRefused: boolean;
}

/** Where what is attached goes. */
export interface AttachProps {
  /** Above the message box: what is attached, and its state. */
  tray: HTMLElement | null;
  conversationId: string;
  /** Told of all that is attached whenever that changes. */
  onAttached: (attached: Attached) => void;
}

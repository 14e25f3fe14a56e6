import type { Parsed, Piece } from '../../knowledge/parsing/parse-document.js';
import type { NodeType } from '../graph/graph.store.js';
import { plainTitle, readHeading, readTitle, type Heading } from '../../references/headings.js';

export interface OutlineNode {
  /** Names it within its document, the same at every build. */
  key: string;
  parentKey: string | undefined;
  nodeType: NodeType;
  /** How it is cited: "§ 12-104", "StrlSchG § 70", "Harbour Ordinance Part 2". */
  sourceId: string;
  title: string;
  headingPath: string[];
  text: string;
}

export interface Outline {
  title: string;
  abbreviation: string;
  nodes: OutlineNode[];
}

interface Open {
  heading: Heading;
  level: number;
  parent: Open | undefined;
  children: number;
  lines: string[];
}

/** Title, parts and sections by headings: with text and without a number a section, or a part where something is below it. */
export function toOutline(parsed: Parsed, fileName: string): Outline {
  const titleAt = titleIndex(parsed);
  const name = parsed.pieces[titleAt]?.text ?? parsed.title ?? fileName.replace(/\.[^.]+$/, '');
  const root: Open = {
    heading: { kind: 'other', title: name.replace(/\s+/g, ' ').trim() },
    level: 0,
    parent: undefined,
    children: 0,
    lines: [],
  };
  const all = [root];
  let open = root;
  for (const [index, piece] of parsed.pieces.entries()) {
    if (index === titleAt) continue;
    if (piece.kind !== 'heading' || belongsToText(piece, open)) {
      open.lines.push(piece.text);
      continue;
    }
    open = openBelow(open, piece);
    all.push(open);
  }
  const { title, abbreviation } = readTitle(root.heading.title);
  const act = abbreviation === '' ? plainTitle(title) : abbreviation;
  return { title, abbreviation, nodes: toNodes(all, act) };
}

/** Where the document's own title is: its first heading, where no other of its kind is as high; else -1. */
function titleIndex({ pieces }: Parsed): number {
  const first = pieces.findIndex(({ kind }) => kind === 'heading');
  const heading = pieces[first];
  const isName = ({ kind, level, text }: Piece) =>
    kind === 'heading' && level === heading?.level && readHeading(text).kind === 'other';
  if (heading === undefined || !isName(heading)) return -1;
  return pieces.filter(isName).length === 1 ? first : -1;
}

/** Inside a section only another section, an annex, or a heading as high or higher ends its text. */
function belongsToText(piece: Piece, open: Open): boolean {
  if (open.parent === undefined || !isLeafKind(open.heading.kind)) return false;
  if ((piece.level ?? 1) <= open.level && open.heading.kind === 'section') return false;
  const { kind } = readHeading(piece.text);
  if (open.heading.kind === 'annex') return !isLeafKind(kind) && !isWholePart(piece, kind, open);
  return !isLeafKind(kind);
}

function isLeafKind(kind: Heading['kind']): boolean {
  return kind === 'section' || kind === 'annex';
}

/** Annexes have parts of their own, often set too high: only a numbered part as high as the annex's own ends one. */
function isWholePart(piece: Piece, kind: Heading['kind'], open: Open): boolean {
  const parent = open.parent;
  if (kind !== 'part' || parent === undefined) return false;
  const isLettered = /^[A-Z]$/.test(readHeading(piece.text).number ?? '');
  return !isLettered && (piece.level ?? 1) <= open.level;
}

function openBelow(open: Open, piece: Piece): Open {
  const level = piece.level ?? 1;
  let parent = open;
  while (parent.parent !== undefined && parent.level >= level) parent = parent.parent;
  parent.children += 1;
  return { heading: readHeading(piece.text), level, parent, children: 0, lines: [] };
}

function toNodes(all: readonly Open[], act: string): OutlineNode[] {
  const keys = new Map<Open, string>();
  const taken = new Map<string, number>();
  return all.map((open) => {
    const parentKey = open.parent && keys.get(open.parent);
    const key = unique(keyOf(open, parentKey), taken);
    keys.set(open, key);
    return {
      key,
      parentKey,
      nodeType: typeOf(open),
      sourceId: sourceIdOf(open, act),
      title: open.heading.title || open.heading.label || '',
      headingPath: pathOf(open.parent),
      text: open.lines.join('\n'),
    };
  });
}

function typeOf({ parent, heading, children }: Open): NodeType {
  if (parent === undefined) return 'title';
  if (isLeafKind(heading.kind)) return 'section';
  return heading.kind === 'part' || children > 0 ? 'part' : 'section';
}

/** Sections and annexes are numbered through; parts restart in each part above. */
function keyOf({ heading, parent }: Open, parentKey: string | undefined): string {
  if (parent === undefined) return 'title';
  if (isLeafKind(heading.kind)) return heading.label ?? heading.title;
  return [parentKey === 'title' ? '' : parentKey, heading.label ?? heading.title].join('/');
}

function unique(key: string, taken: Map<string, number>): string {
  const count = (taken.get(key) ?? 0) + 1;
  taken.set(key, count);
  return count === 1 ? key : `${key} (${count})`;
}

/** Numbers such as § 12-104 say alone which act they belong to; others are named with it. */
function sourceIdOf({ heading, parent }: Open, act: string): string {
  if (parent === undefined) return act;
  if (heading.label === undefined) return `${act}: ${heading.title}`;
  if (/^§ \d+[.-]\d/.test(heading.label)) return heading.label;
  const above = parent.heading.kind === 'part' && heading.kind === 'part' ? labelPath(parent) : '';
  return [act, above, heading.label].filter(Boolean).join(' ');
}

function labelPath({ heading, parent }: Open): string {
  const own = heading.label ?? heading.title;
  return parent?.heading.kind === 'part' ? `${labelPath(parent)} ${own}` : own;
}

function pathOf(open: Open | undefined): string[] {
  if (open?.parent === undefined) return [];
  const { label, title } = open.heading;
  return [...pathOf(open.parent), [label, title].filter(Boolean).join(' ')];
}

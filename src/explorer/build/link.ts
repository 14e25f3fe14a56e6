import { findAct, type NamedAct } from '../../references/find-act.js';
import { labelsOf, type Reference } from '../../references/reader.js';
import { findReferences } from '../../references/find-references.js';
import { firstChars } from '../../foundation/text.js';
import type { Relation } from '../graph/graph.store.js';

interface LinkNode {
  id: number;
  documentId: number;
  key: string;
  parentKey: string | null;
}

export interface LinkDocument extends NamedAct {
  id: number;
}

type Resolution = { id: number } | Pick<Unresolved, 'reason'>;

class Resolver {
  private readonly byKey = new Map<string, LinkNode>();
  /** Of each document, its parts by their last label: "Kapitel 1" is in many of them. */
  private readonly parts = new Map<string, LinkNode[]>();
  /** Numbers that say by themselves where they belong: "§ 12-104". */
  private readonly everywhere = new Map<string, LinkNode[]>();
  private readonly named = new Map<string, LinkDocument | undefined>();

  constructor(
    private readonly documents: readonly LinkDocument[],
    nodes: readonly LinkNode[],
  ) {
    for (const node of nodes) {
      this.byKey.set(`${node.documentId}|${node.key}`, node);
      const label = node.key.slice(node.key.lastIndexOf('/') + 1);
      add(this.parts, `${node.documentId}|${label}`, node);
      if (isSelfContained(node.key)) add(this.everywhere, node.key, node);
    }
  }

  resolve(reference: Reference, from: LinkNode): Resolution {
    const { document, kind } = reference;
    if (kind === 'document') return this.titleOf(this.find(reference.number));
    const target = document === undefined ? from.documentId : this.find(document)?.id;
    if (target === undefined) return { reason: 'other_act' };
    if (kind === 'part') return this.part(reference, target, from);
    const keys = labelsOf(reference);
    for (const key of keys) {
      const node = this.byKey.get(`${target}|${key}`);
      if (node) return { id: node.id };
    }
    return document === undefined ? this.anywhere(keys) : { reason: 'no_such_number' };
  }

  private titleOf(document: LinkDocument | undefined): Resolution {
    const node = document && this.byKey.get(`${document.id}|title`);
    return node ? { id: node.id } : { reason: 'other_act' };
  }

  private anywhere(keys: readonly string[]): Resolution {
    const found = keys.filter(isSelfContained).flatMap((key) => this.everywhere.get(key) ?? []);
    const [only] = found;
    if (!only) return { reason: 'no_such_number' };
    return found.length === 1 ? { id: only.id } : { reason: 'ambiguous' };
  }

  /** "Kapitel 1" is the one nearest to where it is written; "Teil 2 Kapitel 1" is the one below Teil 2. */
  private part(reference: Reference, documentId: number, from: LinkNode): Resolution {
    const all = labelsOf(reference).flatMap(
      (label) => this.parts.get(`${documentId}|${label}`) ?? [],
    );
    const [nearest, next] = all
      .map((node) => ({ node, near: documentId === from.documentId ? this.shared(node, from) : 0 }))
      .sort((a, b) => b.near - a.near);
    if (!nearest) return { reason: 'no_such_number' };
    if (next?.near === nearest.near) return { reason: 'ambiguous' };
    return { id: this.inside(nearest.node, reference.detail).id };
  }

  private inside(node: LinkNode, detail: string | undefined): LinkNode {
    const steps = detail?.match(/\p{Lu}\p{L}{1,40} (?:\d{1,4}[a-z]?|[IVX]+)/gu) ?? [];
    let at = node;
    for (const step of steps) {
      const below = this.byKey.get(`${node.documentId}|${at.key}/${step}`);
      if (!below) break;
      at = below;
    }
    return at;
  }

  parentOf({ documentId, parentKey }: LinkNode): LinkNode | undefined {
    return parentKey === null ? undefined : this.byKey.get(`${documentId}|${parentKey}`);
  }

  private ancestors(node: LinkNode): string[] {
    const parent = this.parentOf(node);
    return parent ? [...this.ancestors(parent), parent.key] : [];
  }

  private shared(node: LinkNode, from: LinkNode): number {
    const others = [...this.ancestors(from), from.key];
    return this.ancestors(node).filter((key, at) => others[at] === key).length;
  }

  private find(name: string): LinkDocument | undefined {
    const key = name.toLowerCase();
    if (!this.named.has(key)) this.named.set(key, findAct(key, this.documents));
    return this.named.get(key);
  }
}

function add(map: Map<string, LinkNode[]>, key: string, node: LinkNode): void {
  map.set(key, [...(map.get(key) ?? []), node]);
}

function isSelfContained(key: string): boolean {
  return /^§ \d+[.-]\d/.test(key);
}

type Role = 'cites' | 'amends' | 'amended_by';

/** How far a verb may stand from the reference it is about, within one sentence. */
const REACH = 160;

const CHANGES =
  /^[^.;\n]{0,150}?(?:\b(?:is|are)\s(?:hereby\s)?(?:amended|repealed|replaced|deleted|renumbered|added)\b|\bwird\b[^.;\n]{0,100}?\b(?:geändert|gefasst|aufgehoben|ersetzt|eingefügt|angefügt|gestrichen)\b)/u;
const CHANGED_BY =
  /\b(?:amended|repealed|replaced|added|enacted)\sby(?:\sthe)?\s?$|\b(?:geändert|gefasst|aufgehoben|eingefügt)\s(?:durch|mit)\s?$/u;

/**
 * Tells amendments from mere mentions: "Section 4 of … is amended", "§ 5 wird wie folgt geändert" amend;
 * "as amended by § 3" names what amended. Only the first reference of a sentence is amended by its verb:
 * what comes after ("… is amended as in § 9 provided") is cited.
 */
function roleOf(text: string, reference: Reference, previous: Reference | undefined): Role {
  const before = text.slice(Math.max(0, reference.start - 40), reference.start);
  if (CHANGED_BY.test(before)) return 'amended_by';
  const after = text.slice(reference.end, reference.end + REACH);
  if (!CHANGES.test(after)) return 'cites';
  const between = previous ? text.slice(previous.end, reference.start) : '.';
  const isNewSentence = between.length > REACH || /[.;:\n]/.test(between);
  return isNewSentence || LIST.test(between) ? 'amends' : 'cites';
}

/** "§ 4 and § 5 are amended" changes both. */
const LIST = /^\s*(?:(?:,|and|und|or|oder)\s*)?(?:(?:and|und)\s*)?(?:the\s)?$/;

export interface LinkText extends LinkNode {
  text: string;
}

export interface Link {
  relation: Relation;
  from: number;
  to: number;
  detail: string | null;
}

export interface Unresolved {
  nodeId: number;
  raw: string;
  reason: 'other_act' | 'no_such_number' | 'ambiguous';
}

interface Found {
  unresolved: Unresolved[];
  references: number;
}

const MAX_DETAILS = 8;

/** Edges `contains`, `cites` and `amends` of all nodes; two nodes have at most one of each. */
export function linkNodes(documents: readonly LinkDocument[], nodes: readonly LinkText[]) {
  const collected = new Collected();
  const resolver = new Resolver(documents, nodes);
  for (const node of nodes) {
    const from = resolver.parentOf(node)?.id;
    if (from !== undefined)
      collected.add({ relation: 'contains', from, to: node.id, detail: null });
  }
  const result: Found = { unresolved: [], references: 0 };
  for (const node of nodes) addReferences(node, resolver, collected, result);
  return { ...result, links: collected.all() };
}

function addReferences(
  node: LinkText,
  resolver: Resolver,
  collected: Collected,
  result: Found,
): void {
  const references = findReferences(node.text);
  result.references += references.length;
  references.forEach((reference, index) => {
    const resolution = resolver.resolve(reference, node);
    if ('reason' in resolution) {
      const raw = firstChars(reference.raw.replace(/\s+/g, ' '), 300);
      result.unresolved.push({ nodeId: node.id, raw, reason: resolution.reason });
      return;
    }
    // A section that names itself says nothing about others.
    if (resolution.id === node.id) return;
    const detail = reference.detail ?? null;
    const role = roleOf(node.text, reference, references[index - 1]);
    const [from, to] = role === 'amended_by' ? [resolution.id, node.id] : [node.id, resolution.id];
    collected.add({ relation: role === 'cites' ? 'cites' : 'amends', from, to, detail });
  });
}

class Collected {
  private readonly links = new Map<string, { link: Link; details: Set<string> }>();

  add(link: Link): void {
    const key = `${link.relation}|${link.from}|${link.to}`;
    const known = this.links.get(key) ?? { link, details: new Set<string>() };
    if (link.detail !== null && known.details.size < MAX_DETAILS) known.details.add(link.detail);
    this.links.set(key, known);
  }

  all(): Link[] {
    return [...this.links.values()].map(({ link, details }) => {
      return { ...link, detail: details.size === 0 ? null : [...details].join('; ') };
    });
  }
}

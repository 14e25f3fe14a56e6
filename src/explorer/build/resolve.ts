import { findAct, type NamedAct } from '../../references/find-act.js';
import { labelsOf } from '../../references/labels.js';
import type { Reference } from '../../references/reference.js';

/** What resolving needs to know of a node. */
export interface LinkNode {
  id: number;
  documentId: number;
  key: string;
  parentKey: string | null;
}

/** What resolving needs to know of a document. */
export interface LinkDocument extends NamedAct {
  id: number;
}

/** Where a reference leads, or why it leads nowhere. */
export type Resolution = { id: number } | { reason: 'other_act' | 'no_such_number' | 'ambiguous' };

/** Finds the nodes that references name, over all documents of a graph. */
export class Resolver {
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

  /** The node a reference in `from` leads to. */
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
      .map((node) => ({
        node,
        near: documentId === from.documentId ? shared(node, from, this) : 0,
      }))
      .sort((a, b) => b.near - a.near);
    if (!nearest) return { reason: 'no_such_number' };
    if (next?.near === nearest.near) return { reason: 'ambiguous' };
    return { id: this.inside(nearest.node, reference.detail).id };
  }

  /** Steps down as far as the detail names parts that exist. */
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

  /** The keys from the title down to a node's parent. */
  ancestors(node: LinkNode): string[] {
    const parent =
      node.parentKey === null ? undefined : this.byKey.get(`${node.documentId}|${node.parentKey}`);
    return parent ? [...this.ancestors(parent), parent.key] : [];
  }

  private find(name: string): LinkDocument | undefined {
    const key = name.toLowerCase();
    if (!this.named.has(key)) this.named.set(key, findAct(key, this.documents));
    return this.named.get(key);
  }
}

function add(map: Map<string, LinkNode[]>, key: string, node: LinkNode): void {
  const list = map.get(key);
  if (list) list.push(node);
  else map.set(key, [node]);
}

/** Numbers with a part before the hyphen or dot, as codes have them. */
function isSelfContained(key: string): boolean {
  return /^§ \d+[.-]\d/.test(key);
}

/** How many of the parts above both are the same. */
function shared(node: LinkNode, from: LinkNode, resolver: Resolver): number {
  const own = resolver.ancestors(node);
  const others = [...resolver.ancestors(from), from.key];
  return own.filter((key, at) => others[at] === key).length;
}

import { firstChars } from '../../foundation/first-chars.js';
import { findReferences } from '../../references/find-references.js';
import type { Relation } from '../graph/node.js';
import { roleOf } from './amendments.js';
import { Resolver, type LinkDocument, type LinkNode } from './resolve.js';

/** A node with the text that is searched for references. */
export interface LinkText extends LinkNode {
  text: string;
}

/** An edge before it is stored. */
export interface Link {
  relation: Relation;
  from: number;
  to: number;
  detail: string | null;
}

/** A reference that leads to no node. */
export interface Unresolved {
  nodeId: number;
  raw: string;
  reason: 'other_act' | 'no_such_number' | 'ambiguous';
}

/** What the texts of a graph say about each other. */
export interface Links {
  links: Link[];
  unresolved: Unresolved[];
  /** How many references there are, resolved or not. */
  references: number;
}

/** Details of a citation that are kept: some sections name another dozens of times. */
const MAX_DETAILS = 8;

/** Edges `contains`, `cites` and `amends` of all nodes; two nodes have at most one of each. */
export function linkNodes(documents: readonly LinkDocument[], nodes: readonly LinkText[]): Links {
  const collected = new Collected();
  for (const link of containment(nodes)) collected.add(link);
  const resolver = new Resolver(documents, nodes);
  const result: Links = { links: [], unresolved: [], references: 0 };
  for (const node of nodes) addReferences(node, resolver, collected, result);
  return { ...result, links: collected.all() };
}

function addReferences(
  node: LinkText,
  resolver: Resolver,
  collected: Collected,
  result: Links,
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

function* containment(nodes: readonly LinkText[]): Iterable<Link> {
  const ids = new Map(nodes.map((node) => [`${node.documentId}|${node.key}`, node.id]));
  for (const node of nodes) {
    const from =
      node.parentKey === null ? undefined : ids.get(`${node.documentId}|${node.parentKey}`);
    if (from !== undefined) yield { relation: 'contains', from, to: node.id, detail: null };
  }
}

/** Links by relation and nodes; the details of one that is said several times are joined. */
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

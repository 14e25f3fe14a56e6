import { firstChars } from '../../foundation/first-chars.js';
import { findReferences } from '../../references/find-references.js';
import type { Relation } from '../graph/node.js';
import { Resolver, type LinkDocument, type LinkNode } from './resolve.js';
import type { Reference } from '../../references/reference.js';

/** What a text says about a reference in it: it names the place, changes it, or was changed by it. */
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
  const sinceLast = previous ? text.slice(previous.end, reference.start) : '.';
  return isNewSentence(sinceLast) || isList(sinceLast) ? 'amends' : 'cites';
}

function isNewSentence(between: string): boolean {
  return between.length > REACH || /[.;:\n]/.test(between);
}

/** "§ 4 and § 5 are amended" changes both. */
function isList(between: string): boolean {
  return /^\s*(?:(?:,|and|und|or|oder)\s*)?(?:(?:and|und)\s*)?(?:the\s)?$/.test(between);
}

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

import { LEFT_OUT, shortened, withoutJoint } from '../judge/material.js';
import { innerReferences, type InnerReference } from '../../../references/find-references.js';
import { markOf, passageOf, openingOf } from '../../../references/passage.js';
import { sentencesOf } from '../../../language/sentences.js';
import { resolveReference, type Library } from '../extract/library.js';
import type { Explanation, ReportSource, ResearchLanguage } from '../state.js';
import { coverage } from '../../../language/words.js';
import { citedPlace, findIn, wholeQuote, type Found } from './cite-sources.js';

const MOST = { references: 3, deeper: 1 } as const;
const MOST_OF_REPORT = 60;
const CHARS = 300;
const LEAD_CHARS = 150;

interface ExplainWith {
  library: Library;
  question: string;
  language: ResearchLanguage;
}

interface Target {
  documentId: string;
  found: Found;
  text: string;
}

/** The sources with the places their quotes refer to, two levels deep; what only one refers to is told once. */
export async function explainSources(
  sources: readonly ReportSource[],
  given: ExplainWith,
): Promise<ReportSource[]> {
  const explainer = new Explainer(given);
  const explained: ReportSource[] = [];
  for (const source of sources) {
    const explains = await explainer.explain(source);
    explained.push(explains.length > 0 ? { ...source, explains } : source);
  }
  return explained;
}

class Explainer {
  private readonly deeper = new Set<string>();
  private left = MOST_OF_REPORT;

  constructor(private readonly given: ExplainWith) {}

  async explain(source: ReportSource): Promise<Explanation[]> {
    const found = findIn(await this.given.library.outline(source.documentId), source.blockId);
    if (found === undefined) return [];
    const from = { documentId: source.documentId, found, text: source.quote };
    return this.referencesOf(from, 1, new Set());
  }

  private async referencesOf(
    from: Target,
    level: 1 | 2,
    told: Set<string>,
  ): Promise<Explanation[]> {
    const explained: Explanation[] = [];
    const most = level === 1 ? MOST.references : MOST.deeper;
    const isFull = () => explained.filter((each) => each.level === level).length >= most;
    for (const { target, ...reference } of await this.worthTelling(from)) {
      if (isFull()) break;
      const key = `${target.found.ids[target.found.at]} ${target.text}`;
      const known = level === 1 ? told : this.deeper;
      if (told.has(key) || known.has(key) || this.left === 0) continue;
      known.add(key);
      told.add(key);
      explained.push(await this.tell(reference.raw, target, level));
      if (level === 1) explained.push(...(await this.referencesOf(target, 2, told)));
    }
    return explained;
  }

  /** The references of a text that lead somewhere, those in its own provision first, then those with most of what is asked. */
  private async worthTelling(from: Target): Promise<(InnerReference & { target: Target })[]> {
    const found: (InnerReference & { target: Target; worth: number })[] = [];
    const references = innerReferences(from.text);
    const isShort = references.length <= MOST.references;
    for (const reference of references) {
      const target = await this.targetOf(reference, from);
      if (target === undefined) continue;
      const { question } = this.given;
      const worth = reference.section === undefined ? 2 : coverage(question, target.text);
      // Of a long list, as on fines, only what has to do with the question.
      if (worth > 0 || isShort) found.push({ ...reference, target, worth });
    }
    return found.toSorted((a, b) => b.worth - a.worth);
  }

  private async targetOf(
    { section, detail }: InnerReference,
    from: Target,
  ): Promise<Target | undefined> {
    if (section === undefined) return detail === undefined ? undefined : inOwn(detail, from);
    const provision = await this.provisionOf(section, from.documentId);
    if (provision === undefined || detail !== undefined) {
      const lines = { from: 0, end: provision?.found.lines.length ?? 0 };
      return provision && spanIn(detail ?? '', provision, lines);
    }
    const text = provision.found.lines[0] ?? '';
    return { ...provision, text: sentencesOf(text, this.given.language)[0] ?? text };
  }

  /** A provision by its number, at its beginning; undefined where no document here has it. */
  private async provisionOf(
    section: NonNullable<InnerReference['section']>,
    ownDocument: string,
  ): Promise<Target | undefined> {
    const { library } = this.given;
    const { text } = await resolveReference({ kind: 'section', ...section }, ownDocument, library);
    if (text === undefined) return undefined;
    const { documentId, chunkId } = text;
    const found = findIn(await library.outline(documentId), chunkId);
    return found && { documentId, found, text: '' };
  }

  private async tell(words: string, target: Target, level: 1 | 2): Promise<Explanation> {
    const { documentId, found, text } = target;
    this.left -= 1;
    const offset = Math.max(0, (found.lines[found.at] ?? '').indexOf(text.split('\n')[0] ?? ''));
    const place = citedPlace(found, offset, await this.given.library.titleOf(documentId));
    const blockId = found.ids[found.at] ?? '';
    return { words, documentId, blockId, quote: readWhole(target), level, place };
  }
}

/** A place in the text's own provision: a paragraph of it, or a sentence or item of the paragraph the text stands in. */
function inOwn(detail: string, from: Target): Target | undefined {
  const { lines, at } = from.found;
  const opens = (line: string) => ['(1)', '(a)'].includes(markOf(line).style);
  if (/^(?:absatz|absätz|abs\.|subsection|\()/iu.test(detail)) {
    return spanIn(detail, from, { from: 0, end: lines.length });
  }
  const first = lines.findLastIndex((line, which) => which <= at && opens(line));
  const after = lines.findIndex((line, which) => which > at && opens(line));
  return spanIn(detail, from, { from: Math.max(0, first), end: after < 0 ? lines.length : after });
}

/** A place inside some lines of a provision; undefined where there is none, or where the text is that place itself. */
function spanIn(
  detail: string,
  { documentId, found, text }: Target,
  { from, end }: { from: number; end: number },
): Target | undefined {
  const lines = found.lines.slice(from, end);
  const whole = lines.join('\n');
  const span = passageOf(whole, detail);
  if (span === undefined) return undefined;
  const meant = whole.slice(span.start, span.end);
  const at = from + (whole.slice(0, span.start).match(/\n/g)?.length ?? 0);
  const isSame = text !== '' && plain(text).includes(plain(meant));
  return isSame ? undefined : { documentId, found: { ...found, at }, text: meant };
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** An item with the words before its list, the words before a list with their items, and anything else as it is. */
function readWhole({ found, text }: Target): string {
  const { lines, at } = found;
  const opening = openingOf(lines, at)[0];
  if (opening !== undefined) {
    const lead = sentencesOf(lines[opening] ?? '', 'de').at(-1) ?? '';
    return `${quoteOf(lead, LEAD_CHARS).replace(/ …$/, '')}${LEFT_OUT}${quoteOf(text)}`;
  }
  const isLine = plain(text) === plain(lines[at] ?? '');
  return quoteOf(isLine ? wholeQuote(text, found) : text);
}

function quoteOf(text: string, chars: number = CHARS): string {
  return shortened(withoutJoint(plain(text)), chars);
}

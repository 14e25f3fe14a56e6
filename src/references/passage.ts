import { sentencesOf } from '../language/sentences.js';

interface Span {
  start: number;
  end: number;
}

/** One level of a detail: "Abs. 2" is a paragraph, "Satz 1" a sentence, "Nr. 3" and "Buchst. b" items. */
interface Step {
  level: 'paragraph' | 'sentence' | 'item';
  value: string;
}

/** Where a text says what a detail names ("Abs. 2 Satz 1", "(b)(1)"), by the marks of its lines; of several values the first. */
export function passageOf(text: string, detail: string): Span | undefined {
  const steps = stepsOf(detail);
  if (steps.length === 0) return undefined;
  let span: Span | undefined = { start: 0, end: text.length };
  for (const step of steps) {
    if (span === undefined) return undefined;
    span = step.level === 'sentence' ? sentence(text, span, step.value) : marked(text, span, step);
  }
  return span;
}

const STEP =
  /(?:(Absatz(?:es)?|Absätzen?|Abs\.)|(Satz(?:es)?|Sätzen?|S\.|sentence)|(?:Nummern?|Nr\.|Buchstaben?|Buchst\.|lit\.|Ziffer|Ziff\.|item))\s{0,3}(\d{1,4}[a-z]{0,2}|[a-z]{1,2})(?![\p{L}\p{N}])|\((\d{1,3}[a-z]?|[a-z]{1,4}|[A-Z])\)/gu;

function stepsOf(detail: string): Step[] {
  const steps: Step[] = [];
  for (const [, paragraph, inSentence, named, bracketed] of detail.matchAll(STEP)) {
    const level = inSentence ? 'sentence' : paragraph || bracketed ? 'paragraph' : 'item';
    steps.push({ level, value: named ?? bracketed ?? '' });
  }
  return steps;
}

/** What a line begins with: "(2)", "3.", "b)", "aa)". */
const MARK =
  /^\s{0,8}(?:\((\d{1,3}[a-z]?|[a-z]{1,4}|[A-Z])\)|(\d{1,3}[a-z]?)\.|([a-z]{1,2})\))(?=\s)/u;

type Line = Span & ReturnType<typeof markOf>;

/** A line's mark as it stands in a list ("1", "a"), and how marks of its level are written; both empty without one. */
export function markOf(line: string) {
  const [, bracketed, dotted, lettered] = MARK.exec(line.slice(0, 20)) ?? [];
  return {
    mark: bracketed ?? dotted ?? lettered ?? '',
    style: styleOf(bracketed, dotted, lettered),
  };
}

function linesIn(text: string, { start, end }: Span): Line[] {
  const lines: Line[] = [];
  for (let at = start; at < end;) {
    const newline = text.indexOf('\n', at);
    const stop = newline < 0 || newline >= end ? end : newline;
    lines.push({ start: at, end: stop, ...markOf(text.slice(at, Math.min(stop, at + 20))) });
    at = stop + 1;
  }
  return lines;
}

function styleOf(bracketed?: string, dotted?: string, lettered?: string): string {
  if (bracketed !== undefined) return /\d/.test(bracketed) ? '(1)' : '(a)';
  if (dotted !== undefined) return '1.';
  return lettered === undefined ? '' : `${lettered.replace(/./g, 'a')})`;
}

/** From the line with this mark to the next of its list; an item whose list has ended with a stop ends there. */
function marked(text: string, span: Span, { level, value }: Step): Span | undefined {
  const lines = linesIn(text, span);
  const isWanted = ({ mark, style }: Line) =>
    mark === value && (level === 'paragraph') === style.startsWith('(');
  const first = lines.findIndex(isWanted);
  const line = lines[first];
  if (line === undefined) return undefined;
  let last = line;
  for (const next of lines.slice(first + 1)) {
    if (next.style === line.style) break;
    if (level === 'item' && next.mark === '' && endsSentence(text, last)) break;
    last = next;
  }
  return trimmed(text, { start: line.start, end: last.end });
}

/** The sentence of this number; what is listed below a sentence is part of it. */
function sentence(text: string, span: Span, value: string): Span | undefined {
  const found: Span[] = [];
  let isOpen = false;
  for (const [at, line] of linesIn(text, span).entries()) {
    const last = found.at(-1);
    const isItem = line.mark !== '' && at > 0;
    if (last && (isItem || isOpen)) last.end = line.end;
    else found.push(...sentencesAt(text, line));
    isOpen = !endsSentence(text, line);
  }
  const one = found[Number(value) - 1];
  return one && trimmed(text, one);
}

function sentencesAt(text: string, { start, end }: Span): Span[] {
  let from = start;
  return sentencesOf(text.slice(start, end), 'de').map((words) => {
    const at = text.indexOf(words, from);
    from = at + words.length;
    return { start: at, end: from };
  });
}

function endsSentence(text: string, { start, end }: Span): boolean {
  return /[.!?]\s*$/.test(text.slice(Math.max(start, end - 20), end));
}

function trimmed(text: string, { start, end }: Span): Span {
  const words = text.slice(start, end);
  const from = start + words.length - words.trimStart().length;
  return { start: from, end: from + words.trim().length };
}

/** The positions of what a list item continues: the words before its list, and the item that it stands in. */
export function openingOf(lines: readonly string[], at: number): number[] {
  let { style } = markOf(lines[at] ?? '');
  // "(1)" begins a provision's paragraph, which stands for itself.
  if (style === '' || style === '(1)') return [];
  const found: number[] = [];
  for (let before = at - 1; before >= 0; before -= 1) {
    const line = lines[before] ?? '';
    const other = markOf(line).style;
    if (other === '' && !opensList(line)) {
      if (goesOn(line)) continue;
      return [];
    }
    if (DEPTH.indexOf(other) >= DEPTH.indexOf(style)) continue;
    found.unshift(before);
    if (other === '' || other === '(1)') return found;
    style = other;
  }
  return found;
}

/** Words that a list continues: they end no sentence. */
export function opensList(line: string): boolean {
  return !/[.!?;]["“”)\]]?\s{0,3}$/.test(line.slice(-6)) && !goesOn(line);
}

/** What goes on behind a list begins small: "…, zuwiderhandelt,". */
function goesOn(line: string): boolean {
  return /^\s*\p{Ll}/u.test(line.slice(0, 20)) && markOf(line).style === '';
}

const DEPTH = ['', '(1)', '(a)', '1.', 'a)', 'aa)'];

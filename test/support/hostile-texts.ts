import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegExpParser, type AST } from '@eslint-community/regexpp';
import ts from 'typescript';

/** `part` is repeated between `before` and `after` until a text is as long as wanted. */
export type HostileText = { before: string; part: string; after: string };

/** Whoever repeats a part does so to the end, where something follows that does not fit. */
const ENDS = ['', '\u0001', '\n\u0001', ' x'];
/** What texts are made of that mean no harm to any expression in particular. */
const PLAIN = [
  ...['a', 'A', 'Aa', 'ä', 'äa', '你', '1', '1.'],
  ...[' ', ' a', '\t', '\n', '\r', '\u2028', '.', '-'],
];
/** Tried for a class of characters: one of each kind that the expressions tell apart. */
const SIGNS = [...'aAfzZäÄ你_01 \t\n\r\u2028.,;:!?-–—/\\@#%&=+*~`\'"„“»()[]{}<>|^$§€'];
const MOST_SAMPLES = 4;
const MANY = 16;

export function textOf({ before, part, after }: HostileText, length: number): string {
  return before + part.repeat(Math.ceil(length / part.length)) + after;
}

/**
 * Texts that cost a backtracking engine most: for each repetition in the expression, what stands before
 * it, then what it repeats, many times over, and an end that does not fit; and the whole many times.
 */
export function hostileTexts(source: string, flags: string): HostileText[] {
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  const unicode = flags.includes('u');
  const pattern = parser.parsePattern(source, 0, source.length, { unicode });
  const texts = new Map<string, HostileText>();
  const add = (before: string, part: string) => {
    if (part === '') return;
    for (const after of ENDS)
      texts.set(JSON.stringify([before, part, after]), { before, part, after });
  };
  for (const part of PLAIN) add('', part);
  for (const { before, repeated } of repetitionsIn(pattern.alternatives, [''], flags))
    for (const lead of before) {
      for (const part of repeated) {
        add(lead, part);
        add('', lead + part);
        add('', `${lead}${part}\r`);
      }
      for (const one of repeated) for (const two of repeated) if (one !== two) add(lead, one + two);
    }
  for (const whole of samplesOf(pattern.alternatives, flags)) {
    add('', whole);
    add('', whole.slice(0, -1));
  }
  return [...texts.values()];
}

type Repetition = { before: string[]; repeated: string[] };
type Repetitions = Generator<Repetition>;
type Alternatives = readonly AST.Alternative[];

function* repetitionsIn(alternatives: Alternatives, before: string[], flags: string): Repetitions {
  for (const { elements } of alternatives) {
    let lead = before;
    for (const element of elements) {
      yield* repetitionsOf(element, lead, flags);
      lead = joined(lead, samplesOfElement(element, flags));
    }
  }
}

function* repetitionsOf(element: AST.Element, before: string[], flags: string): Repetitions {
  if (element.type === 'Quantifier') {
    if (element.max >= MANY) yield { before, repeated: samplesOfElement(element.element, flags) };
    yield* repetitionsOf(element.element, before, flags);
  } else if ('alternatives' in element) {
    yield* repetitionsIn(element.alternatives, before, flags);
  }
}

/** A few texts that fit; what an assertion asks for is left to chance. */
function samplesOf(alternatives: Alternatives, flags: string): string[] {
  const sampleOf = ({ elements }: AST.Alternative) =>
    elements.reduce((all, element) => joined(all, samplesOfElement(element, flags)), ['']);
  return spread(alternatives.flatMap(sampleOf));
}

function samplesOfElement(element: AST.Element, flags: string): string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)];
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return signsIn(element.raw, flags);
    case 'Quantifier':
      return repeatedSamples(element, flags);
    case 'Group':
    case 'CapturingGroup':
      return samplesOf(element.alternatives, flags);
    case 'Assertion':
    case 'Backreference':
      return [''];
  }
}

function repeatedSamples({ element, min, max }: AST.Quantifier, flags: string): string[] {
  const once = samplesOfElement(element, flags);
  const few = Math.min(Math.max(min, 1), MANY);
  const samples = once.map((sample) => sample.repeat(few));
  return min === 0 && max > 0 ? spread(['', ...samples]) : samples;
}

const signsOfClass = new Map<string, string[]>();

function signsIn(raw: string, flags: string): string[] {
  const known = signsOfClass.get(flags + raw);
  if (known) return known;
  const one = new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, ''));
  const kinds = spread(SIGNS.filter((sign) => one.test(sign)));
  signsOfClass.set(flags + raw, kinds);
  return kinds;
}

const joined = (heads: readonly string[], tails: readonly string[]): string[] =>
  spread(heads.flatMap((head) => tails.map((tail) => head + tail)));

/** The first ones, and others from everywhere in the list. */
function spread(samples: readonly string[]): string[] {
  const distinct = [...new Set(samples)];
  if (distinct.length <= MOST_SAMPLES) return distinct;
  const step = (distinct.length - 1) / (MOST_SAMPLES - 1);
  return Array.from({ length: MOST_SAMPLES }, (_, at) => distinct[Math.round(at * step)] ?? '');
}

/** A regular expression as it stands in a source file, and where: `knowledge/x.ts:12`. */
export type Expression = { source: string; flags: string; place: string };

/** Every regular expression literal in the program's sources below a folder, each text once; tests left out. */
export function expressionsIn(folder: string): Expression[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.(?:ts|mjs)$/.test(name),
  );
  const all = names.flatMap((name) => literalsOf(join(folder, name), name));
  return [...new Map(all.map((one) => [`/${one.source}/${one.flags}`, one])).values()];
}

function literalsOf(file: string, name: string): Expression[] {
  const found: Expression[] = [];
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const [source, flags] = [node.text.slice(1, end), node.text.slice(end + 1)];
      found.push({ source, flags, place: `${name}:${line}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

import type { DocumentBlock, DocumentItem } from './api.js';
import { t } from './texts.js';
import { formatLocale, number } from '../../texts/texts.js';

const KINDS = (): Readonly<Record<DocumentItem['kind'], string>> => ({
  pdf: 'PDF',
  markdown: 'Markdown',
  html: 'HTML',
  docx: 'Word',
  xlsx: 'Excel',
  ods: 'OpenDocument',
  csv: 'CSV',
  tsv: 'TSV',
  text: t('Text##a kind of file'),
  image: t('Image'),
  file: t('File, not read'),
});

/** What kind of file a document is. */
export function kindWords(kind: DocumentItem['kind']): string {
  return KINDS()[kind] ?? kind;
}

/** Where a document stands, with the tone of its badge. */
export function stateWords(document: DocumentItem): { label: string; tone: string } {
  const { state, chunk_count: all, embedded_count: done } = document;
  switch (state) {
    case 'parsing':
      return { label: t('Reading'), tone: 'info' };
    case 'embedding':
      return {
        label: t('Searchable by words; by meaning {done} of {all}', { done, all }),
        tone: 'info',
      };
    case 'ready':
      return { label: t('Ready'), tone: 'good' };
    case 'failed':
      return { label: t('Could not be read'), tone: 'bad' };
  }
}

const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;

/** A size as people say it: `812 bytes`, `1.2 MB`. */
export function sizeWords(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  // What would be rounded to 1,000 is one of the next unit.
  while (amount >= 999.5 && unit < UNITS.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && amount < 9.95 ? 1 : 0;
  return `${number(amount, digits)} ${unit === 0 ? t('bytes') : UNITS[unit]}`;
}

/** Of a text that a model wrote from an image: that, and that nobody checked it. */
export function readByWords(model: string): string {
  return t('Read by {model} from the image, not checked', { model });
}

/** The short facts of a document. */
export function factsOf(document: DocumentItem): string[] {
  const { kind, language, bytes, pages, block_count: blocks } = document;
  return [
    kindWords(kind),
    ...(language === undefined || language === 'other' ? [] : [languageWords(language)]),
    sizeWords(bytes),
    ...(pages === undefined ? [] : [t('{n} page | {n} pages', { n: pages })]),
    ...(blocks === 0 ? [] : [t('{n} passage | {n} passages', { n: blocks })]),
  ];
}

function languageWords(language: string): string {
  return new Intl.DisplayNames(formatLocale, { type: 'language' }).of(language) ?? language;
}

/** Documents by knowledge base, the bases by name, the default one first. */
export function byBase(documents: readonly DocumentItem[]): [string, DocumentItem[]][] {
  const bases = new Map<string, DocumentItem[]>();
  for (const document of documents) {
    bases.set(document.kb_id, [...(bases.get(document.kb_id) ?? []), document]);
  }
  const rank = (name: string) => (name === DEFAULT_BASE ? '' : name);
  return [...bases].sort(([a], [b]) => rank(a).localeCompare(rank(b)));
}

/** The knowledge base that is meant where none is named. */
export const DEFAULT_BASE = 'default_kb';
const DEFAULT_NAME = () => t('Default');

/** What a knowledge base is called. */
export function baseName(id: string): string {
  return id === DEFAULT_BASE ? DEFAULT_NAME() : id;
}

/** The knowledge base of a name, which may be a new one. */
export function baseNamed(name: string): string {
  return name === DEFAULT_NAME() ? DEFAULT_BASE : name;
}

/** Neighbouring blocks that belong together: the items of a list, the rows of a table. */
export interface BlockGroup {
  kind: DocumentBlock['kind'];
  blocks: DocumentBlock[];
  /** The page that begins with it. */
  newPage?: number;
}

const TOGETHER: ReadonlySet<DocumentBlock['kind']> = new Set(['list_item', 'table_row']);

/** Blocks as they are drawn, each once and in order; a new page begins a new group. */
export function groupsOf(blocks: readonly DocumentBlock[]): BlockGroup[] {
  const groups: BlockGroup[] = [];
  let page: number | undefined;
  for (const block of blocks) {
    const last = groups.at(-1);
    const turns = block.page !== undefined && block.page !== page;
    page = block.page ?? page;
    if (last?.kind === block.kind && TOGETHER.has(block.kind) && !turns) last.blocks.push(block);
    else
      groups.push({ kind: block.kind, blocks: [block], ...(turns ? { newPage: block.page } : {}) });
  }
  return groups;
}

import { visibleText } from '../../../../foundation/invisible.js';

/** No description says more in what follows; what is longer would also crowd out others in the index. */
const MAX_READ = 4000;

/** Without HTML, Markdown and invisible characters, on one line; where links lead is left out. */
export function cleanText(text: unknown, max = MAX_READ): string {
  if (typeof text !== 'string') return '';
  const read = visibleText(text.slice(0, MAX_READ));
  return cutText(withoutMarks(withoutLinks(withoutTags(read))), max);
}

/** The text on one line, of at most `max` characters: cut after a sentence or word, with an ellipsis. */
export function cutText(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  if (max < 2) return '';
  const head = line.slice(0, max - 1);
  const sentence = head.lastIndexOf('. ');
  if (sentence > max / 2) return head.slice(0, sentence + 1);
  const blank = head.lastIndexOf(' ');
  return `${head.slice(0, blank > max / 2 ? blank : max - 1).trimEnd()}…`;
}

/** Tags become blanks; a lone `<`, as in `a < b`, stays. */
function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  let rest = '';
  let at = 0;
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', start + 1)) {
    if (start < at || !/[a-z/!]/i.test(text[start + 1] ?? '')) continue;
    const end = text.indexOf('>', start);
    if (end < 0) break;
    rest += `${text.slice(at, start)} `;
    at = end + 1;
  }
  const plain = rest + text.slice(at);
  return plain.replace(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};

/** `[words](address)` becomes its words; image and reference links too. */
function withoutLinks(text: string): string {
  if (!text.includes('](')) return text;
  let rest = '';
  let at = 0;
  for (let middle = text.indexOf(']('); middle >= 0; middle = text.indexOf('](', at)) {
    const start = text.lastIndexOf('[', middle);
    const end = text.indexOf(')', middle);
    if (end < 0) break;
    const opens = start >= at;
    rest += opens ? text.slice(at, start) + text.slice(start + 1, middle) : text.slice(at, middle);
    at = end + 1;
  }
  return rest + text.slice(at);
}

/** Emphasis, code marks, headings, quotes, table lines and list signs. */
function withoutMarks(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .replace(/^[ \t]{0,8}(?:#{1,6}|>|[-*+]|\d{1,3}\.)(?=\s)/, ' ')
        .replace(/^[ \t]{0,8}(?:```|~~~)[\w-]*/, ' '),
    )
    .join('\n')
    .replace(/\*\*|__(?=\w)|(?<=\w)__|`|\|/g, ' ')
    .replace(/(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)/g, '');
}

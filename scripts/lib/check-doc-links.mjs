import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { run } from './step.mjs';

const CODE = /```.*?```/gs;
/** What extending.md names, its reader makes. */
const NAMED = /^(?:docs\/(?!extending)|README)/;
/** A file in backquotes, from the root or from src. */
const PATH = /`((?:[\w-]+\/)+[\w.-]+\.(?:[jt]sx?|mjs|sql|wat))`/g;
const ROW = /^\|(?!states).+\|`([^`|]+)`\|([^|]+)\|[^|]+\|$/gm;

/**
 * Links of Markdown files that lead to no file or heading, files that README and docs name and that are not there, and rows
 * of docs/seeds.md without their file or test.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function checkDocLinks(root) {
  const { output } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root });
  const files = output.split('\n').filter((path) => existsSync(join(root, path)));
  const read = (/** @type {string} */ path) => readFile(join(root, path), 'utf8');
  const findings = [];
  const isThere = (/** @type {string} */ path) =>
    [path, `src/${path}`, `web/${path}`].some((place) => existsSync(join(root, place)));
  for (const file of files.filter((path) => path.endsWith('.md'))) {
    const text = (await read(file)).replace(CODE, '');
    for (const [, path = ''] of NAMED.test(file) ? text.matchAll(PATH) : [])
      if (!isThere(path)) findings.push(`${file}: there is no ${path}`);
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : normalize(join(dirname(file), path));
      if (/^[a-z]+:/.test(link)) continue;
      if (!existsSync(join(root, target))) findings.push(`${file}: there is no ${link}`);
      else if (anchor && target.endsWith('.md') && !headings(await read(target)).has(anchor))
        findings.push(`${file}: there is no heading ${link}`);
    }
  }
  const tests = new Set(files.map((path) => path.replace(/.*\/|(\.long)?\.\w+\.tsx?$/g, '')));
  for (const [row, path = '', test = ''] of (await read('docs/seeds.md')).matchAll(ROW)) {
    if (!isThere(path) || !tests.has(test))
      findings.push(`docs/seeds.md: no file or test of ${row}`);
  }
  return findings.join('\n');
}

/** @param {string} text */
function headings(text) {
  const titles = text.replace(CODE, '').matchAll(/^#+ (.*)$/gm);
  return new Set([...titles].map(([, title = '']) => slug(title)));
}

/** @param {string} title as GitHub makes its anchor */
function slug(title) {
  const plain = title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './command.mjs';

/** What must not be in the repository because it is true on one machine only, and what it is. */
const FORBIDDEN = [
  { what: 'the address of a package registry', pattern: /registry\.(?:npmjs|yarnpkg|npmmirror)\./ },
  {
    what: "a path in somebody's home",
    pattern: /(?:^|[\s"'`(=:])\/(?:home|Users)\/[a-z][\w.-]*\//m,
  },
  { what: "a path in somebody's home", pattern: /\b[A-Z]:\\Users\\\w/ },
];

/** In a lock file; the folder of a workspace stands there in the same way. */
const ADDRESS_OF_PACKAGE = /"resolved": "(?!packages\/)/;

/** Where a path counts as this machine's: `/app` alone would be found in many a text. */
const MIN_ROOT_SEGMENTS = 2;

/**
 * What tracked files hold that belongs to one machine: registry addresses, absolute paths, and
 * `resolved` addresses in package-lock.json.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function checkTrackedFiles(root) {
  const { code, output } = await run('git', ['ls-files', '-z'], { cwd: root });
  if (code !== 0) return `git does not list the tracked files: ${output}`;
  const rules = [...FORBIDDEN, ...rulesOfThisMachine(root)];
  const findings = [];
  for (const path of output.split('\0').filter(Boolean)) {
    findings.push(...(await findingsIn(root, path, rules)));
  }
  return findings.join('\n');
}

/**
 * @param {string} root
 * @param {string} path
 * @param {{ what: string, pattern: RegExp }[]} rules
 */
async function findingsIn(root, path, rules) {
  const text = await readFile(join(root, path), 'utf8').catch(() => '');
  if (text.includes('\0')) return [];
  const findings = rules
    .filter(({ pattern }) => pattern.test(text))
    .map(({ what, pattern }) => `${path}:${lineOf(text, pattern)} holds ${what}`);
  if (path.endsWith('package-lock.json') && ADDRESS_OF_PACKAGE.test(text)) {
    findings.push(
      `${path} holds "resolved" addresses: npm install with this project's .npmrc drops them`,
    );
  }
  return findings;
}

/**
 * @param {string} root
 * @returns {{ what: string, pattern: RegExp }[]}
 */
function rulesOfThisMachine(root) {
  const rules = [];
  const path = root.replace(/[/\\]$/, '');
  if (path.split(/[/\\]/).filter(Boolean).length >= MIN_ROOT_SEGMENTS) {
    rules.push({ what: "this checkout's absolute path", pattern: literal(path) });
  }
  const registry = process.env.npm_config_registry;
  if (registry && URL.canParse(registry)) {
    rules.push({
      what: 'the address of the package registry',
      pattern: literal(new URL(registry).host),
    });
  }
  return rules;
}

/** @param {string} text */
function literal(text) {
  return new RegExp(`${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`);
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 */
function lineOf(text, pattern) {
  return text.slice(0, pattern.exec(text)?.index).split('\n').length;
}

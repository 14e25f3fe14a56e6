import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTemplate } from './embedded-template.js';
import type { TestContents } from './template-contents.js';

/** A folder for all tests of a file, or a new one for each, with these contents as embedded database; removed after. */
export function useFolder(each?: 'each', contents?: TestContents): { readonly path: string } {
  const folder = { path: '' };
  const [before, after] = each ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    folder.path = await mkdtemp(join(tmpdir(), 'sextant-test-'));
    if (contents) await copyTemplate(contents, folder.path);
  });
  after(() => rm(folder.path, { recursive: true, force: true }));
  return folder;
}

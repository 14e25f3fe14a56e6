import { afterAll, beforeEach } from '@jest/globals';
import { rm } from 'node:fs/promises';
import { copyTemplate, databaseFolder } from './embedded-template.js';
import type { TestContents } from './template-contents.js';
import { useOpened } from './use-opened.js';

async function makeFolder(contents?: TestContents) {
  const path = await databaseFolder('sextant-test-');
  if (contents) await copyTemplate(contents, path);
  return { path, close: () => rm(path, { recursive: true, force: true }) };
}

/** A folder for the tests of a file, removed after what uses it is closed. */
export function useFolder(): { readonly path: string } {
  return useOpened(() => makeFolder());
}

/** A new folder for each test, with an embedded database of these contents; it is there until the next one is. */
export function useFolders(contents?: TestContents): { readonly path: string } {
  let folder: Awaited<ReturnType<typeof makeFolder>> | undefined;
  const remove = () => folder?.close();
  beforeEach(async () => {
    await remove();
    folder = await makeFolder(contents);
  });
  afterAll(remove);
  return {
    get path() {
      return folder?.path ?? '';
    },
  };
}

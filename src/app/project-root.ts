import { existsSync } from 'node:fs';

/** The folder with package.json, found from the sources as from the build. */
export const projectRoot: URL = rootFrom(new URL('./', import.meta.url));

function rootFrom(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('../', folder);
  if (parent.href === folder.href) {
    throw new Error(
      'Sextant finds no package.json above its own files: run it from a whole checkout.',
    );
  }
  return rootFrom(parent);
}

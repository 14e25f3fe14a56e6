import { existsSync, readFileSync } from 'node:fs';

/** The folder with package.json, found from the sources as from the build. */
export const projectRoot: URL = rootFrom(new URL('./', import.meta.url));

function rootFrom(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('../', folder);
  if (parent.href === folder.href)
    throw new Error(
      'Sextant finds no package.json above its own files: run it from a whole checkout.',
    );
  return rootFrom(parent);
}

export const version: string = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL('package.json', projectRoot), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

// `npm run sbom`: what is installed with the package, as dist/sbom.cdx.json (CycloneDX, by npm) and dist/licences.md.
import './lib/node-version.mjs';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, root } from './lib/command.mjs';

await command(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-sbom-'));
  try {
    copyWithoutDev(folder);
    const text = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    const { components } = JSON.parse(text);
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(join(root, 'dist', 'sbom.cdx.json'), text);
    writeFileSync(join(root, 'dist', 'licences.md'), licenceList(components));
    console.log(`${components.length} packages: dist/sbom.cdx.json, dist/licences.md`);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * Writes package.json and package-lock.json with what an install of the package brings. `npm sbom --omit=dev` leaves
 * out what a development dependency asks for as well (npm/cli#7909).
 * @param {string} folder
 */
function copyWithoutDev(folder) {
  const [manifest, lock] = ['package.json', 'package-lock.json'].map((name) =>
    JSON.parse(readFileSync(join(root, name), 'utf8')),
  );
  const { '': own, ...packages } = lock.packages;
  const shipped = Object.entries(packages).filter(
    ([path, { dev, link }]) => !dev && !link && path.startsWith('node_modules/'),
  );
  for (const one of [manifest, own]) {
    delete one.devDependencies;
    delete one.workspaces;
  }
  const files = {
    'package.json': manifest,
    'package-lock.json': { ...lock, packages: { '': own, ...Object.fromEntries(shipped) } },
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(content));
}

/**
 * @param {{ name: string, version: string, licenses?: { license?: { id?: string, name?: string }, expression?: string }[] }[]} components
 */
function licenceList(components) {
  const lines = components.map(({ name, version, licenses = [] }) => {
    const named = licenses.map(
      ({ license, expression }) => expression ?? license?.id ?? license?.name,
    );
    return `| ${name} | ${version} | ${named.join(', ') || 'not said'} |`;
  });
  return [
    '# Licences of what is installed',
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...lines.sort(),
    '',
  ].join('\n');
}

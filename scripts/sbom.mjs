// `npm run sbom`: what is installed with the package, as dist/sbom.cdx.json (CycloneDX, by npm) and dist/licences.md.
import './lib/node-version.mjs';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, root } from './lib/command.mjs';

await command(async () => {
  const text = execFileSync(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const { components } = JSON.parse(text);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist', 'sbom.cdx.json'), text);
  writeFileSync(join(root, 'dist', 'licences.md'), licenceList(components));
  console.log(`${components.length} packages: dist/sbom.cdx.json, dist/licences.md`);
  return 0;
});

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

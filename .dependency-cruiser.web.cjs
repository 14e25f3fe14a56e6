/** The import rules of the page (web/README.md); types count as imports. */
module.exports = {
  forbidden: [
    {
      name: 'page-core-knows-no-plugin',
      severity: 'error',
      comment:
        'The core gets what plugins offer by web/src/registry; only main.tsx assembles them.',
      from: { path: '^web/src/', pathNot: '^web/src/(plugins/|main\\.tsx$)' },
      to: { path: '^web/src/plugins/' },
    },
    {
      name: 'page-plugins-are-apart',
      severity: 'error',
      comment: 'What two plugins need belongs to the core.',
      from: { path: '^web/src/plugins/([^/]+)/' },
      to: { path: '^web/src/plugins/', pathNot: '^web/src/plugins/$1/' },
    },
    {
      name: 'page-core-knows-no-domain',
      severity: 'error',
      comment:
        'Of the server, the core of the page may import its events, src/foundation and how a run becomes a scenario only.',
      from: { path: '^web/src/', pathNot: '^web/src/plugins/|\\.test\\.ts$' },
      to: {
        path: '^(src|samples)/',
        pathNot:
          '^src/(foundation/|agentloop/events\\.ts$|app/evals/(scenario-of-run|transcript)\\.ts$)',
      },
    },
    {
      name: 'page-no-cycles',
      severity: 'error',
      comment: 'A cycle hides which part owns a thing.',
      from: { path: '^web/' },
      to: { circular: true },
    },
    {
      name: 'page-not-to-unresolvable',
      severity: 'error',
      from: { path: '^web/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^(src|samples|test|packages)/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
};

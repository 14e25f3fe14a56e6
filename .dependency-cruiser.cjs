/**
 * The layers of src (docs/architecture.md): each folder may import only what is listed.
 * `foundation` imports nothing from src; nobody imports the composition root.
 */
const layers = {
  foundation: [],
  language: ['foundation'],
  http: ['foundation'],
  store: ['foundation'],
  llm: ['foundation'],
  toolindex: ['language', 'foundation'],
  references: ['language', 'foundation'],
  knowledge: ['references', 'language', 'store', 'toolindex', 'foundation'],
  explorer: ['references', 'language', 'knowledge', 'toolindex', 'store', 'http', 'foundation'],
  agenttools: ['llm', 'language', 'foundation'],
  agentloop: ['toolindex', 'agenttools', 'llm', 'language', 'foundation'],
  toolcheck: ['agentloop', 'agenttools', 'toolindex', 'foundation'],
  citations: [
    'agentloop',
    'agenttools',
    'llm',
    'knowledge',
    'references',
    'language',
    'foundation',
  ],
  platform: ['agentapi', 'agenttools', 'foundation'],
  observe: ['agentloop', 'agenttools', 'llm', 'http', 'foundation'],
  agentapi: [
    'agentloop',
    'toolcheck',
    'llm',
    'agenttools',
    'store',
    'toolindex',
    'http',
    'foundation',
  ],
  host: [
    'agentapi',
    'agentloop',
    'agenttools',
    'toolindex',
    'observe',
    'knowledge',
    'llm',
    'store',
    'http',
    'foundation',
  ],
};

const layerRules = Object.entries(layers).map(([layer, allowed]) => ({
  name: `layer-${layer}`,
  severity: 'error',
  comment: `src/${layer} may import only: ${[layer, ...allowed].join(', ')}`,
  from: { path: `^src/${layer}/`, pathNot: '\\.test\\.ts$' },
  to: { path: '^(src|test|bench)/', pathNot: `^src/(${[layer, ...allowed].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'only-app-imports-samples',
      severity: 'error',
      comment: 'The samples are programs and data of their own; the composition root offers them.',
      from: { path: '^src/', pathNot: '^src/app/|\\.test\\.ts$' },
      to: { path: '^samples/' },
    },
    {
      name: 'plugins-know-no-sample',
      severity: 'error',
      comment: 'Their tests neither: a plugin asks the platform, whichever it is.',
      from: { path: '^src/plugins/' },
      to: { path: '^samples/' },
    },
    {
      name: 'core-knows-no-plugin',
      severity: 'error',
      comment:
        'The composition root alone knows which plugins there are, and the platform that some ask; types count.',
      from: {
        path: '^src/',
        pathNot: '^src/(app|plugins|platform)/|^src/[^/]+\\.ts$|\\.test\\.ts$',
      },
      to: { path: '^src/(plugins|platform)/|^samples/' },
    },
    {
      name: 'plugins-are-strangers',
      severity: 'error',
      comment: 'A plugin can be left out: no other may need it.',
      from: { path: '^src/plugins/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/plugins/', pathNot: '^src/plugins/$1/' },
    },
    {
      name: 'only-accepting-writes',
      severity: 'error',
      comment: 'A client that writes is for a change that a person has accepted.',
      from: {
        path: '^(src|samples)/',
        pathNot:
          '^src/agentapi/previews/|^src/agenttools/sources/(backend|mcp/mcp-backend)\\.ts$|\\.test\\.ts$',
      },
      to: { path: '^src/agenttools/sources/write-access\\.ts$' },
    },
    {
      name: 'plugins-know-no-app',
      severity: 'error',
      comment: 'A plugin gets what it needs from its host.',
      from: { path: '^src/plugins/[^/]+/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(app|explorer)/' },
    },
    {
      name: 'samples-erp',
      severity: 'error',
      comment:
        'The sample ERP is a backend: it knows no agent, is reached over HTTP only, and answers what the types of its document say.',
      from: { path: '^samples/erp/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(src|samples|test|bench)/',
        pathNot: '^(samples/erp|src/(store|http|foundation))/|^src/platform/types\\.ts$',
      },
    },
    {
      name: 'samples-of-text',
      severity: 'error',
      comment:
        'A sample of documents or cases fills an engine of src; it needs no agent and no route.',
      from: { path: '^samples/(handbook|town-law)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(src|samples|test|bench)/',
        pathNot:
          '^(samples/(handbook|town-law)|src/(knowledge|store|foundation|plugins/law/store))/',
      },
    },
    {
      name: 'stores-of-plugins',
      severity: 'error',
      comment: "A plugin's store is its own: it knows no route, no tool and no agent of others.",
      from: { path: '^src/plugins/([^/]+)/store/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(src|samples|test|bench)/',
        pathNot: '^src/(plugins/$1|store|llm|agentloop/events|foundation)(/|\\.)',
      },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle hides which layer owns a thing.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-nest-in-domain',
      severity: 'error',
      comment: 'The loop, the index, the tools and the model layer are plain TypeScript.',
      from: {
        path: '^src/(foundation|language|llm|toolindex|references|knowledge|explorer|agenttools|agentloop|citations)/',
      },
      to: { path: 'node_modules/@nestjs/' },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
    },
  },
};

/** The floors of the core above its ground, from the lowest up: a file imports from its own floor and from those below. */
const floors = [
  { name: 'oauth', rooms: 'oauth' },
  { name: 'protocols', rooms: 'oid4[a-z]+|presets' },
  { name: 'checks', rooms: 'checks' },
  { name: 'evidence', rooms: 'evidence' },
  { name: 'campaigns', rooms: 'campaigns|official-cases' },
  { name: 'reports', rooms: 'reports' },
  { name: 'endpoints', rooms: 'endpoints' },
]
const roomsFrom = (/** @type {number} */ floor) =>
  floors
    .slice(floor)
    .map(({ rooms }) => rooms)
    .join('|')
const inTests = '\\.test\\.ts$|\\.examples\\.ts$|/fixtures/'

/** The dependency rules of ARCHITECTURE.md, kept by a machine. Each rule's name is the sentence it stands for. */
module.exports = {
  forbidden: [
    {
      name: 'core-ground-imports-no-floor',
      comment: 'What every protocol shares (values, HTTP, JOSE, formats, ports) knows none of them.',
      severity: 'error',
      from: { path: `^lib/core/(?!(?:${roomsFrom(0)})/)`, pathNot: inTests },
      to: { path: `^lib/core/(?:${roomsFrom(0)})/` },
    },
    ...floors.slice(0, -1).map(({ name, rooms }, floor) => ({
      name: `core-${name}-imports-no-higher-floor`,
      comment: 'A message is read before it is checked, and checked before it is answered.',
      severity: 'error',
      from: { path: `^lib/core/(?:${rooms})/`, pathNot: inTests },
      to: { path: `^lib/core/(?:${roomsFrom(floor + 1)})/` },
    })),
    {
      name: 'core-imports-only-core',
      comment: 'The core is pure: input in, value out. What it needs from outside is a port.',
      severity: 'error',
      from: { path: '^lib/core', pathNot: '\\.test\\.ts$|\\.examples\\.ts$|/(cases|fixtures)' },
      to: { path: '^(lib/(?!core)|app|components|scripts|pb_)' },
    },
    {
      name: 'core-uses-no-node-builtin',
      comment: 'Clock, randomness, hashing and files are handed in.',
      severity: 'error',
      from: { path: '^lib/core', pathNot: '\\.test\\.ts$|/fixtures|\\.examples\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'only-core-jose-imports-jose',
      severity: 'error',
      from: {
        path: '^(lib|app|components)',
        pathNot: '^lib/core/jose|^lib/wallet|\\.test\\.ts$|^lib/testing|/fixtures/|\\.examples\\.ts$',
      },
      to: { path: 'node_modules/jose' },
    },
    {
      name: 'only-mdoc-library-imports-the-mdoc-library',
      comment: 'That file takes back what the library does to the error texts of the whole process.',
      severity: 'error',
      from: {
        path: '^(lib|app|components)',
        pathNot: '^lib/core/ground/formats/mso-mdoc/mdoc-library\\.ts$|^lib/wallet/testing|^lib/testing|\\.test\\.ts$',
      },
      to: { path: 'node_modules/@owf/mdoc' },
    },
    {
      name: 'wallet-knows-no-core',
      comment: 'The reference wallet shares no protocol code with the server, or both would be wrong together.',
      severity: 'error',
      from: { path: '^lib/wallet' },
      to: { path: '^(lib/(?!wallet)|app|components)' },
    },
    {
      name: 'only-wiring-knows-adapters',
      severity: 'error',
      from: {
        path: '^(lib|app|components)',
        pathNot:
          '^lib/adapters|^lib/server/(open-container|create-container|container|store-credentials|open-scoreboard|temporal-settings|worker)\\.ts$|^lib/testing|\\.test\\.ts$',
      },
      to: { path: '^lib/adapters' },
    },
    {
      name: 'adapters-know-only-core',
      severity: 'error',
      from: { path: '^lib/adapters', pathNot: '\\.test\\.ts$' },
      to: { path: '^(lib/(?!adapters|core)|app|components)' },
    },
    {
      name: 'contract-knows-only-core',
      severity: 'error',
      from: { path: '^lib/contract', pathNot: '\\.test\\.ts$' },
      to: { path: '^(lib/(?!contract|core)|app|components)' },
    },
    {
      name: 'routes-only-bind',
      comment: 'A route.ts binds one path and holds no rule.',
      severity: 'error',
      from: { path: '^app/\\(protocol\\)' },
      to: { pathNot: '^lib/server/http/route-handler\\.ts$' },
    },
    {
      name: 'pages-read-through-queries',
      severity: 'error',
      from: { path: '^app/\\(site\\)' },
      to: { path: '^lib/(server|adapters|contract)' },
    },
    {
      name: 'components-hold-no-wiring',
      severity: 'error',
      from: { path: '^components', pathNot: '\\.test\\.ts$' },
      to: { path: '^(lib/(server|adapters|contract)|app)' },
    },
    {
      name: 'testing-stays-in-tests',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$|^lib/testing|^e2e|^vitest|^bench' },
      to: { path: '^lib/testing' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot:
          '(^|/)\\.[^/]+|\\.d\\.(ts|mts)$|\\.test\\.ts$|^(app|e2e|scripts|public|pb_migrations|pb_hooks|docs)|\\.config\\.(ts|mjs|cjs)$|^instrumentation\\.ts$|^lib/testing/server-only\\.ts$',
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.next|dist|data|test-results)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}

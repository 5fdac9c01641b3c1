const inTests = '\\.test\\.ts$|\\.examples\\.ts$|/fixtures/'

/**
 * The parts of the core, and what stands below and above them: each imports only what is named, and itself. Tests count
 * between issuer and verifier, and nowhere else.
 */
const belowCampaigns = [
  'shared',
  'engine',
  'issuer',
  'verifier',
  'issuer-and-verifier',
  'issuer-and-verifier-redaction',
]

const parts = [
  { name: 'shared', imports: [] },
  { name: 'engine', imports: ['shared'] },
  { name: 'issuer', imports: ['shared', 'engine'] },
  { name: 'verifier', imports: ['shared', 'engine'] },
  { name: 'trust', imports: ['shared', 'engine'] },
  { name: 'issuer-and-verifier', imports: ['shared', 'engine', 'issuer', 'verifier'] },
  { name: 'issuer-and-verifier-redaction', imports: ['shared', 'engine', 'issuer', 'verifier'] },
  { name: 'campaigns', imports: belowCampaigns },
  { name: 'workbenches', imports: [...belowCampaigns, 'campaigns'] },
  { name: 'scoreboard', imports: belowCampaigns },
]

/**
 * The floors inside a half, from the lowest up, each with its folders: a file imports from its own floor and from those below it.
 * `.` stands for the files that lie in no folder.
 */
const floorsOf = {
  engine: [['checks', 'sessions', 'redaction', 'deviations'], ['judgements', 'evidence'], ['reports'], ['endpoints']],
  issuer: [
    ['configurations'],
    ['deviations'],
    ['read', 'redaction'],
    ['judgements'],
    ['checks'],
    ['evidence'],
    ['endpoints'],
  ],
  verifier: [
    ['identity', 'history'],
    ['deviations'],
    ['read'],
    ['judgements', 'redaction'],
    ['checks'],
    ['evidence'],
    ['endpoints'],
  ],
  campaigns: [['presets'], ['.', 'official-cases'], ['reports', 'statement'], ['bundle'], ['published'], ['endpoints']],
  trust: [['endpoints']],
  scoreboard: [['.', 'artifacts', 'reading', 'rows', 'entities', 'pipelines'], ['endpoints']],
  server: [
    ['basics'],
    ['read', 'secrets', 'tls'],
    ['guard'],
    ['metrics'],
    // The type of the container.
    ['.'],
    ['record'],
    ['reference-wallet'],
    ['pages'],
    ['http'],
    ['warm', 'pipelines'],
    ['wiring'],
  ],
}

/** What a path below a half begins with in these folders. @param {readonly string[]} rooms */
const below = (rooms) => `(?:${rooms.map((room) => (room === '.' ? '[^/]+$' : `${room}/`)).join('|')})`

/** Where the folders of a part lie. @param {string} part */
const placeOf = (part) => (part === 'server' ? 'lib/server' : `lib/core/${part}`)

/** One rule for each folder, so that each is seen to be kept. @type {(entry: [string, string[][]]) => object[]} */
const floorRules = ([half, floors]) => [
  {
    name: `${half}-has-only-named-floors`,
    comment: 'A new folder is given a floor here before anything imports it.',
    severity: 'error',
    from: {},
    to: { path: `^${placeOf(half)}/(?!${below(floors.flat())})` },
  },
  ...floors.slice(0, -1).flatMap((rooms, floor) =>
    rooms.map((room) => ({
      name: `${half}-${room === '.' ? 'itself' : room}-imports-no-higher-floor`,
      comment: 'A message is read before it is checked, and checked before it is answered.',
      severity: 'error',
      from: { path: `^${placeOf(half)}/${below([room])}`, pathNot: inTests },
      to: { path: `^${placeOf(half)}/(?!${below(floors.slice(0, floor + 1).flat())})` },
    })),
  ),
]

/** The dependency rules of ARCHITECTURE.md, kept by a machine. Each rule's name is the sentence it stands for. */
module.exports = {
  forbidden: [
    ...parts.map(({ name, imports }) => ({
      name: `core-${name}-imports-no-other-part`,
      comment: 'A change to the issuer touches no line of the verifier. What both need is below them, or handed in.',
      severity: 'error',
      from: { path: `^lib/core/${name}(?:/|\\.ts$)`, pathNot: inTests },
      to: { path: `^lib/core/(?!(?:${[name, ...imports].join('|')})(?:/|\\.ts$))` },
    })),
    {
      name: 'core-tests-stay-in-their-half',
      severity: 'error',
      from: { path: '^lib/core/(issuer|verifier)/' },
      to: { path: '^lib/core/(issuer|verifier)/', pathNot: '^lib/core/$1/' },
    },
    {
      name: 'only-named-parts-import-a-half',
      comment:
        'What leads through issuer and verifier is named in ARCHITECTURE.md; no other part of the core knows either.',
      severity: 'error',
      from: {
        path: '^lib/core/',
        pathNot: `^lib/core/(?:issuer|verifier|campaigns|workbenches|scoreboard|service)/|^lib/core/issuer-and-verifier(?:-redaction)?\\.ts$|${inTests}`,
      },
      to: { path: '^lib/core/(?:issuer|verifier)/' },
    },
    {
      name: 'fixtures-stay-in-tests',
      comment: 'A file of the product that imports a fixture would leave its floor through it.',
      severity: 'error',
      from: { path: '^(lib|app|components)', pathNot: `${inTests}|^lib/testing|^lib/wallet/testing` },
      to: { path: '/fixtures/' },
    },
    ...Object.entries(floorsOf).flatMap(floorRules),
    {
      name: 'core-imports-only-core',
      comment: 'The core is pure: input in, value out. What it needs from outside is a port.',
      severity: 'error',
      from: { path: '^lib/core', pathNot: inTests },
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
        pathNot: '^lib/core/shared/jose|^lib/wallet|\\.test\\.ts$|^lib/testing|/fixtures/|\\.examples\\.ts$',
      },
      to: { path: 'node_modules/jose' },
    },
    {
      name: 'only-mdoc-library-imports-the-mdoc-library',
      comment: 'That file takes back what the library does to the error texts of the whole process.',
      severity: 'error',
      from: {
        path: '^(lib|app|components)',
        pathNot: '^lib/core/shared/formats/mso-mdoc/mdoc-library\\.ts$|^lib/wallet/testing|^lib/testing|\\.test\\.ts$',
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
          '^lib/adapters|^lib/server/container\\.ts$|^lib/server/wiring/(open-container|create-container|in-memory|store-credentials|open-scoreboard|open-published|temporal-settings|pipeline-worker|worker)\\.ts$|^lib/testing|\\.test\\.ts$',
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
      comment: 'A route.ts binds one path to its endpoints and holds no rule.',
      severity: 'error',
      from: { path: '^app/\\(protocol\\)' },
      to: { pathNot: '^lib/server/http/route\\.ts$|^lib/core/(?:[a-z]+/endpoints/|service/service\\.ts$)' },
    },
    {
      name: 'only-the-list-imports-routes',
      comment: 'npm run generate lists every route.ts, and the router finds them there alone.',
      severity: 'error',
      from: { path: '^(lib|app|components)', pathNot: '^lib/server/http/routes\\.ts$' },
      to: { path: '^app/\\(protocol\\)' },
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
    { name: 'no-cycles', comment: 'Types count too.', severity: 'error', from: {}, to: { circular: true } },
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

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from './paths.mjs'

interface Rule {
  readonly name: string
  readonly severity: string
}
interface Violation {
  readonly type: string
  readonly from: string
  readonly to: string
  readonly rule: Rule
}

const config = join(ROOT, '.dependency-cruiser.cjs')
const { forbidden }: { readonly forbidden: readonly Rule[] } = createRequire(import.meta.url)(config)

/** For each folder of a half, its name in the rule and a file of a higher floor. */
const higher: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  engine: {
    deviations: 'evidence/shown',
    checks: 'evidence/shown',
    sessions: 'evidence/shown',
    redaction: 'evidence/shown',
    judgements: 'reports/report',
    evidence: 'reports/report',
    reports: 'endpoints/answer',
  },
  issuer: {
    configurations: 'read/reading',
    deviations: 'read/reading',
    read: 'judgements/judge',
    redaction: 'judgements/judge',
    judgements: 'checks/rule',
    checks: 'evidence/shown',
    evidence: 'endpoints/answer',
  },
  verifier: {
    identity: 'read/reading',
    history: 'read/reading',
    deviations: 'read/reading',
    read: 'judgements/judge',
    judgements: 'checks/rule',
    redaction: 'checks/rule',
    checks: 'evidence/shown',
    evidence: 'endpoints/answer',
  },
  campaigns: {
    presets: 'leads',
    itself: 'reports/report',
    'official-cases': 'reports/report',
    reports: 'endpoints/answer',
    statement: 'endpoints/answer',
    bundle: 'endpoints/answer',
    published: 'endpoints/answer',
  },
  scoreboard: {
    itself: 'endpoints/answer',
    artifacts: 'endpoints/answer',
    reading: 'endpoints/answer',
    rows: 'endpoints/answer',
    entities: 'endpoints/answer',
    pipelines: 'endpoints/answer',
  },
  trust: {},
  server: {
    basics: 'guard/refuses',
    read: 'guard/refuses',
    secrets: 'guard/refuses',
    tls: 'guard/refuses',
    guard: 'wires',
    metrics: 'wires',
    itself: 'record/records',
    record: 'http/sends',
    'reference-wallet': 'http/sends',
    pages: 'http/sends',
    http: 'wiring/starts',
    warm: 'wiring/starts',
    pipelines: 'wiring/starts',
  },
}
/** Where the folders of a part lie. */
const placeOf = (part: string): string => (part === 'server' ? 'lib/server' : `lib/core/${part}`)
/** One violation per folder and floor, and one for a folder without a floor. */
const floorBreaches = Object.entries(higher).flatMap(([half, rooms]) => [
  ...Object.entries(rooms).map(
    ([room, above]) =>
      [
        `${half}-${room}-imports-no-higher-floor`,
        `${placeOf(half)}/${room === 'itself' ? '' : `${room}/`}climbs.ts`,
        `${placeOf(half)}/${above}.ts`,
      ] as const,
  ),
  [`${half}-has-only-named-floors`, `lib/testing/of-${half}.test.ts`, `${placeOf(half)}/helpers/helps.ts`] as const,
])

/** One file for each way to violate a rule: its path and its import. `null`: imports nothing. */
const breaches: readonly (readonly [rule: string, file: string, imported: string | null])[] = [
  ['core-shared-imports-no-other-part', 'lib/core/shared/http/low.ts', 'lib/core/engine/checks/rule.ts'],
  ['core-engine-imports-no-other-part', 'lib/core/engine/sessions/low.ts', 'lib/core/issuer/read/reading.ts'],
  ['core-engine-imports-no-other-part', 'lib/core/engine/sessions/asks.ts', 'lib/core/issuer-and-verifier.ts'],
  ['core-issuer-imports-no-other-part', 'lib/core/issuer/read/asks.ts', 'lib/core/verifier/read/reading.ts'],
  ['core-tests-stay-in-their-half', 'lib/core/issuer/read/asks.test.ts', 'lib/core/verifier/read/reading.ts'],
  ['core-tests-stay-in-their-half', 'lib/core/verifier/read/asks.test.ts', 'lib/core/issuer/read/reading.ts'],
  ['core-verifier-imports-no-other-part', 'lib/core/verifier/read/leads.ts', 'lib/core/campaigns/leads.ts'],
  ['core-issuer-and-verifier-imports-no-other-part', 'lib/core/issuer-and-verifier.ts', 'lib/core/campaigns/leads.ts'],
  [
    'core-issuer-and-verifier-redaction-imports-no-other-part',
    'lib/core/issuer-and-verifier-redaction.ts',
    'lib/core/campaigns/leads.ts',
  ],
  ['core-campaigns-imports-no-other-part', 'lib/core/campaigns/counts.ts', 'lib/core/scoreboard/counts.ts'],
  ['core-trust-imports-no-other-part', 'lib/core/trust/endpoints/asks.ts', 'lib/core/issuer/read/reading.ts'],
  ['core-workbenches-imports-no-other-part', 'lib/core/workbenches/leads.ts', 'lib/core/scoreboard/leads.ts'],
  ['core-scoreboard-imports-no-other-part', 'lib/core/scoreboard/leads.ts', 'lib/core/campaigns/leads.ts'],
  ['only-named-parts-import-a-half', 'lib/core/helpers/asks.ts', 'lib/core/issuer/read/reading.ts'],
  ['fixtures-stay-in-tests', 'lib/demo/draws.ts', 'lib/core/engine/evidence/fixtures/drawn.ts'],
  ...floorBreaches,
  ['core-imports-only-core', 'lib/core/service/impure.ts', 'lib/server/served.ts'],
  ['core-uses-no-node-builtin', 'lib/core/shared/reads-files.ts', 'node:fs'],
  ['only-core-jose-imports-jose', 'lib/core/issuer/read/signs.ts', 'jose'],
  ['only-core-jose-imports-jose', 'lib/server/signs.ts', 'jose'],
  ['only-mdoc-library-imports-the-mdoc-library', 'lib/core/shared/formats/mso-mdoc/reads.ts', '@owf/mdoc'],
  ['wallet-knows-no-core', 'lib/wallet/asks.ts', 'lib/core/shared/plain.ts'],
  ['only-wiring-knows-adapters', 'lib/server/stores.ts', 'lib/adapters/store.ts'],
  ['adapters-know-only-core', 'lib/adapters/knows.ts', 'lib/server/served.ts'],
  ['contract-knows-only-core', 'lib/contract/knows.ts', 'lib/server/served.ts'],
  ['routes-only-bind', 'app/(protocol)/token/route.ts', 'lib/core/shared/plain.ts'],
  ['routes-only-bind', 'app/(protocol)/nonce/route.ts', 'lib/server/served.ts'],
  ['only-the-list-imports-routes', 'lib/server/wiring/other-list.ts', 'app/(protocol)/healthz/route.ts'],
  ['pages-read-through-queries', 'app/(site)/page.tsx', 'lib/server/served.ts'],
  ['components-hold-no-wiring', 'components/wired.tsx', 'lib/server/served.ts'],
  ['testing-stays-in-tests', 'lib/demo/doubles.ts', 'lib/testing/double.ts'],
  ['no-cycles', 'lib/demo/about.ts', 'lib/demo/round.ts'],
  ['no-cycles', 'lib/demo/kind.ts', 'lib/demo/kinds.ts'],
  ['no-orphans', 'lib/demo/alone.ts', null],
]
/** A half with one file on each of its floors. */
const planted = (half: string): Readonly<Record<string, string>> => ({
  [`${half}/read/reading.ts`]: "import '../../engine/checks/rule'",
  [`${half}/judgements/judge.ts`]: "import '../read/reading'",
  [`${half}/checks/rule.ts`]: "import '../judgements/judge'",
  [`${half}/evidence/shown.ts`]: "import '../checks/rule'",
  [`${half}/endpoints/answer.ts`]: "import '../evidence/shown'",
})
/** The imported files, and files that only just obey the rules. */
const obedient: Readonly<Record<string, string>> = {
  'lib/core/shared/plain.ts': '',
  'lib/core/engine/checks/rule.ts': "import '../../shared/plain'",
  'lib/core/engine/evidence/shown.ts': "import '../checks/rule'",
  'lib/core/engine/evidence/shown.test.ts':
    "import '../endpoints/answer'\nimport '../../issuer-and-verifier'\nimport 'node:fs'",
  'lib/core/engine/reports/report.ts': "import '../evidence/shown'",
  'lib/core/engine/endpoints/answer.ts': "import '../reports/report'",
  ...Object.fromEntries(['issuer', 'verifier'].flatMap((half) => Object.entries(planted(`lib/core/${half}`)))),
  'lib/core/campaigns/leads.ts': "import '../issuer/endpoints/answer'\nimport '../verifier/endpoints/answer'",
  'lib/core/campaigns/reports/report.ts': "import '../leads'",
  'lib/core/campaigns/endpoints/answer.ts': "import '../reports/report'",
  'lib/core/scoreboard/counts.ts': "import '../issuer/evidence/shown'",
  'lib/core/scoreboard/endpoints/answer.ts': "import '../counts'",
  'lib/server/guard/refuses.ts': '',
  'lib/server/wires.ts': "import './guard/refuses'",
  'lib/server/record/records.ts': "import '../wires'",
  'lib/server/http/sends.ts': "import '../record/records'",
  'lib/server/wiring/starts.ts': "import '../http/sends'",
  ...Object.fromEntries(Object.keys(higher).map((half) => [`${placeOf(half)}/helpers/helps.ts`, ''])),
  'lib/core/engine/evidence/fixtures/drawn.ts': '',
  'lib/core/shared/jose/signs.ts': "import 'jose'\nimport '../plain'",
  'lib/core/shared/formats/mso-mdoc/mdoc-library.ts': "import '@owf/mdoc'\nimport '../../plain'",
  'lib/wallet/signs.ts': "import 'jose'",
  'lib/adapters/store.ts': "import '@/lib/core/shared/plain'",
  'lib/server/served.ts': "import '@/lib/core/service/answers'",
  'lib/server/container.ts': "import '@/lib/adapters/store'",
  'lib/server/http/route.ts': '',
  'app/(protocol)/healthz/route.ts': "import '@/lib/server/http/route'\nimport '@/lib/core/issuer/endpoints/answer'",
  'lib/server/http/routes.ts': "import '@/app/(protocol)/healthz/route'",
  'lib/testing/double.ts': "import '@/lib/core/shared/plain'",
  'lib/demo/round.ts': "import './about'",
  'lib/demo/kinds.ts': "import type { Kind } from './kind'\nexport type Kinds = Kind[]",
  'lib/core/service/answers.ts': "import '../campaigns/leads'",
  'node_modules/jose/package.json': '{"name":"jose","version":"1.0.0","main":"index.js"}',
  'node_modules/jose/index.js': '',
  'node_modules/@owf/mdoc/package.json': '{"name":"@owf/mdoc","version":"1.0.0","main":"index.js"}',
  'node_modules/@owf/mdoc/index.js': '',
  'package.json': '{"name":"planted","version":"1.0.0","dependencies":{"jose":"1.0.0","@owf/mdoc":"1.0.0"}}',
  'tsconfig.json': '{"compilerOptions":{"moduleResolution":"bundler","module":"esnext","paths":{"@/*":["./*"]}}}',
}

/**
 * Imports a file of the planted tree by its full path, and a package or Node module by its name; from `kinds.ts` it
 * imports a type.
 */
function importOf(imported: string): string {
  if (imported.endsWith('/kinds.ts')) return "import type { Kinds } from './kinds'\nexport type Kind = Kinds | null\n"
  return imported.endsWith('.ts') ? `import '@/${imported.slice(0, -'.ts'.length)}'\n` : `import '${imported}'\n`
}

describe('the dependency rules', () => {
  const tree = mkdtempSync(join(tmpdir(), 'dependency-rules-'))
  let violations: readonly Violation[] = []

  beforeAll(async () => {
    const wrong = breaches.map(([, file, imported]) => [file, imported === null ? '' : importOf(imported)] as const)
    for (const [file, text] of [...Object.entries(obedient), ...wrong]) {
      mkdirSync(dirname(join(tree, file)), { recursive: true })
      writeFileSync(join(tree, file), `${text}\n`)
    }
    const program = join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, '--config', config, '--output-type', 'json', 'app', 'lib', 'components'],
      { cwd: tree, maxBuffer: 16 * 1024 * 1024 },
    )
    violations = JSON.parse(stdout).summary.violations
  })
  afterAll(() => rmSync(tree, { recursive: true, force: true }))

  it.each(breaches)('%s is broken by %s, which imports %s', (rule, file, imported) => {
    const found = violations.filter((violation) => violation.from === file && violation.rule.name === rule)
    expect(found.map(({ rule: { severity } }) => severity)).toEqual(['error'])
    if (imported?.endsWith('.ts')) expect(found.map(({ to }) => to)).toEqual([imported])
  })

  it('are each broken by a planted file', () => {
    expect([...new Set(breaches.map(([rule]) => rule))].sort()).toEqual(forbidden.map(({ name }) => name).sort())
  })

  it('leave in peace what keeps them', () => {
    const files = new Set(breaches.map(([, file]) => file))
    expect(violations.filter(({ from, to }) => !files.has(from) && !files.has(to))).toEqual([])
  })
})

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from './root.mjs'

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

/** One file for each way to break a rule: its path, and what it imports. `null`: nothing at all. */
const breaches: readonly (readonly [rule: string, file: string, imported: string | null])[] = [
  ['core-ground-imports-no-floor', 'lib/core/http/low.ts', 'lib/core/oauth/reading.ts'],
  ['core-ground-imports-no-floor', 'lib/core/low.ts', 'lib/core/checks/rule.ts'],
  ['core-oauth-imports-no-higher-floor', 'lib/core/oauth/low.ts', 'lib/core/oid4vci/reading.ts'],
  ['core-protocols-imports-no-higher-floor', 'lib/core/oid4vci/low.ts', 'lib/core/checks/rule.ts'],
  ['core-protocols-imports-no-higher-floor', 'lib/core/oid4vp/low.ts', 'lib/core/endpoints/answer.ts'],
  ['core-checks-imports-no-higher-floor', 'lib/core/checks/low.ts', 'lib/core/evidence/shown.ts'],
  ['core-evidence-imports-no-higher-floor', 'lib/core/evidence/low.ts', 'lib/core/endpoints/answer.ts'],
  ['core-campaigns-imports-no-higher-floor', 'lib/core/campaigns/low.ts', 'lib/core/endpoints/answer.ts'],
  ['core-reports-imports-no-higher-floor', 'lib/core/reports/low.ts', 'lib/core/endpoints/answer.ts'],
  ['core-imports-only-core', 'lib/core/impure.ts', 'lib/server/served.ts'],
  ['core-uses-no-node-builtin', 'lib/core/reads-files.ts', 'node:fs'],
  ['only-core-jose-imports-jose', 'lib/core/oauth/signs.ts', 'jose'],
  ['only-core-jose-imports-jose', 'lib/server/signs.ts', 'jose'],
  ['only-mdoc-library-imports-the-mdoc-library', 'lib/core/formats/mso-mdoc/reads.ts', '@owf/mdoc'],
  ['wallet-knows-no-core', 'lib/wallet/asks.ts', 'lib/core/plain.ts'],
  ['only-wiring-knows-adapters', 'lib/server/stores.ts', 'lib/adapters/store.ts'],
  ['adapters-know-only-core', 'lib/adapters/knows.ts', 'lib/server/served.ts'],
  ['contract-knows-only-core', 'lib/contract/knows.ts', 'lib/server/served.ts'],
  ['routes-only-bind', 'app/(protocol)/token/route.ts', 'lib/core/plain.ts'],
  ['pages-read-through-queries', 'app/(site)/page.tsx', 'lib/server/served.ts'],
  ['components-hold-no-wiring', 'components/wired.tsx', 'lib/server/served.ts'],
  ['testing-stays-in-tests', 'lib/demo/doubles.ts', 'lib/testing/double.ts'],
  ['no-cycles', 'lib/demo/about.ts', 'lib/demo/round.ts'],
  ['no-orphans', 'lib/demo/alone.ts', null],
]
/** What is imported above, and files that only just obey the rules. */
const obedient: Readonly<Record<string, string>> = {
  'lib/core/plain.ts': '',
  'lib/core/oauth/reading.ts': "import '../plain'",
  'lib/core/oid4vci/reading.ts': "import '../oauth/reading'",
  'lib/core/checks/rule.ts': "import '../oid4vci/reading'",
  'lib/core/checks/rule.test.ts': "import '../evidence/shown'\nimport 'node:fs'",
  'lib/core/evidence/shown.ts': "import '../checks/rule'",
  'lib/core/endpoints/answer.ts': "import '../evidence/shown'",
  'lib/core/jose/signs.ts': "import 'jose'\nimport '../plain'",
  'lib/core/ground/formats/mso-mdoc/mdoc-library.ts': "import '@owf/mdoc'\nimport '../../plain'",
  'lib/wallet/signs.ts': "import 'jose'",
  'lib/adapters/store.ts': "import '@/lib/core/plain'",
  'lib/server/served.ts': "import '@/lib/core/endpoints/answer'",
  'lib/server/wiring/container.ts': "import '@/lib/adapters/store'",
  'lib/testing/double.ts': "import '@/lib/core/plain'",
  'lib/demo/round.ts': "import './about'",
  'node_modules/jose/package.json': '{"name":"jose","version":"1.0.0","main":"index.js"}',
  'node_modules/jose/index.js': '',
  'node_modules/@owf/mdoc/package.json': '{"name":"@owf/mdoc","version":"1.0.0","main":"index.js"}',
  'node_modules/@owf/mdoc/index.js': '',
  'package.json': '{"name":"planted","version":"1.0.0","dependencies":{"jose":"1.0.0","@owf/mdoc":"1.0.0"}}',
  'tsconfig.json': '{"compilerOptions":{"moduleResolution":"bundler","module":"esnext","paths":{"@/*":["./*"]}}}',
}

/** Imports a file of the planted tree by its full path, and a package or Node module by its name. */
const importOf = (imported: string): string =>
  imported.endsWith('.ts') ? `import '@/${imported.slice(0, -'.ts'.length)}'\n` : `import '${imported}'\n`

describe('the dependency rules', () => {
  const tree = mkdtempSync(join(tmpdir(), 'dependency-rules-'))
  let violations: readonly Violation[] = []

  beforeAll(async () => {
    const planted = breaches.map(([, file, imported]) => [file, imported === null ? '' : importOf(imported)] as const)
    for (const [file, text] of [...Object.entries(obedient), ...planted]) {
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

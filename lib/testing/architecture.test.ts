import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import manifest from '@/package.json'
import { ROOT } from '@/scripts/paths.mjs'

const read = (file: string): string => readFileSync(`${ROOT}/${file}`, 'utf8')
const architecture = read('ARCHITECTURE.md')
const tree = /## The tree\n+```text\n([^`]+)```/.exec(architecture)?.[1] ?? ''

/** Subfolders that are neither generated nor hidden. */
const foldersIn = (folder: string): string[] =>
  readdirSync(`${ROOT}/${folder}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$|test-results$|data$|dist$)/.test(entry.name))
    .map(({ name }) => name)

describe('ARCHITECTURE.md', () => {
  it.each(['.', 'lib', 'lib/core', 'lib/adapters', 'components'])('names every folder in %s', (folder) => {
    const isNamed = (name: string) => tree.split(/[\s,;:()]+/).some((word) => word.split('/').includes(name))
    expect(foldersIn(folder).filter((name) => !isNamed(name))).toEqual([])
  })

  it('begins one line of the tree with each folder of the core', () => {
    const core = /^lib\/core\/ [\s\S]+?(?=^lib\/contract\/)/m.exec(tree)?.[0] ?? ''
    // Continuation lines are indented further.
    const starts = core.split('\n').flatMap((line) => /^ {2}(\S(?:\S| (?! ))*?) {2,}/.exec(line)?.[1] ?? [])
    const named = starts.flatMap((start) => start.split(/,\s*/)).flatMap((one) => /^([\w-]+)\//.exec(one)?.[1] ?? [])
    expect([...named].sort()).toEqual(foldersIn('lib/core').sort())
  })

  it('lists every dependency rule', () => {
    const { forbidden }: { readonly forbidden: readonly { readonly name: string }[] } = createRequire(import.meta.url)(
      `${ROOT}/.dependency-cruiser.cjs`,
    )
    // Rules that are drawn once for both halves and their floors.
    const isOfMany = (name: string) => /-(?:imports-no-(?:higher-floor|other-part)|has-only-named-floors)$/.test(name)
    const missing = forbidden.filter(({ name }) => !isOfMany(name) && !architecture.includes(`\`${name}\``))
    expect(missing.map(({ name }) => name)).toEqual([])
  })
})

describe('the names of folders and files', () => {
  // Paths below app/ are the interface; `vp_token` is a name of the specification, and the content of a presentation.
  const paths = ['lib', 'components', 'e2e', 'bench', 'scripts'].flatMap((folder) =>
    readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll('\\', '/')}`,
    ),
  )

  it('say presentation of the thing that a wallet presents, never of the half', () => {
    const things =
      /(?:read|match|split|describe|make|complete|other|unread|no|reading-of)-presentations?(?:-submission)?(?=[/.]|$)|representation/g
    const left = paths.filter((path) => /presentation/.test(path.replaceAll(things, '')))
    expect(left).toEqual([])
  })

  it('have one word for each half: issuer, verifier', () => {
    const other = /(?:^|[/.-])(?:vci|oid4vci|openid4vp|oid4vp|issuance|vp(?!-token|-formats))(?=[/.-])/
    expect(paths.length).toBeGreaterThan(2000)
    expect(paths.filter((path) => other.test(path))).toEqual([])
  })
})

describe('the word fault', () => {
  /** Where the interface names deliberate errors of an issuance: `fault`, `vci.fault.*`, `fault.*`, forms of pages. */
  const ofTheInterface = [
    /^components\/(?:checks|inspector|start)\//,
    /^lib\/(?:actions|queries|contract\/examples)\//,
    /^lib\/core\/campaigns\//,
    /^lib\/core\/engine\/(?:checks\/(?:check-groups|group-words|problems|tolerated-because)|endpoints\/(?:apply-deviation\.test|get-session-report))\.ts$/,
    /^lib\/core\/shared\/ports\/(?:event-type|issuer-options)\.ts$/,
    /^lib\/core\/issuer\/(?:checks\/(?:credential|fault|flow|par|trust)\.|(?:deviations|endpoints|evidence|judgements|read)\/)/,
    /^lib\/core\/issuer\/configurations\/laboratory\/(?:contradictions|laboratory-option|protocol-options|status-options|wallet-unit-options)\./,
    /^lib\/wallet\/misbehaviours\/issuer\//,
    /^lib\/testing\/(?:service|store-suite)\.ts$/,
    /^lib\/adapters\/(?:memory\/memory-store|temporal\/pipeline\/activities)\.ts$/,
    /^lib\/server\/reference-wallet\/run\.ts$/,
    /^lib\/core\/scoreboard\/pipelines\/capabilities\./,
    /^lib\/demo\/execute-pipeline\.ts$/,
    /^app\/\(site\)\/start\/issuance\/create\/route\.ts$/,
    /^components\/landing\/broken-wallets\.tsx$/,
    /^scripts\/results\.test\.ts$/,
    /^lib\/core\/engine\/evidence\/tied-by-time\.ts$/,
  ]

  it('names what this service gets wrong on purpose, and no error or misbehaviour', () => {
    const bare = /^(?:[Ff]aults?|faulty|issuer_fault|fault_result)$/
    const named = /^(?:fault(?:Refused|GoesOn|Examples|Misbehaviours)|isAboutFault)$/
    const files = ['lib', 'components', 'app', 'scripts'].flatMap((folder) =>
      readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' })
        .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
        .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && file !== 'lib/testing/architecture.test.ts'),
    )
    const words = files.flatMap((file) => {
      const isOfInterface = ofTheInterface.some((path) => path.test(file))
      return (read(file).match(/\w*[Ff]ault\w*/g) ?? [])
        .filter((word) => !/default/i.test(word) && !named.test(word) && !(isOfInterface && bare.test(word)))
        .map((word) => `${file}: ${word}`)
    })
    expect(files.length).toBeGreaterThan(1500)
    expect(words).toEqual([])
  })
})

describe('decision 11', () => {
  it('gives a reason for every dependency, and for no other package', () => {
    const choice = read('docs/decisions/0011-dependencies.md').split('Not taken:')[0] ?? ''
    const argued = [...choice.matchAll(/^- ((?:`[^`]+`(?:, )?)+):/gm)].flatMap(([, names = '']) =>
      names.split(', ').map((name) => name.replaceAll('`', '')),
    )
    const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(argued.sort()).toEqual(packages.sort())
  })
})

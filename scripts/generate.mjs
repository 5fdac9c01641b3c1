import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { coveragePage, readCoverage } from './coverage.mjs'
import { draftsIn } from './edition/drafts.mjs'
import { editionIds, factsModule, tablesModule } from './edition/listed.mjs'
import { ROOT } from './paths.mjs'
import { runCommand, say } from './terminal.mjs'

const CORE = join(ROOT, 'lib/core')
const ROUTES = 'app/(protocol)'
const EDITIONS = 'lib/core/campaigns/official-cases/editions'
const HOOKS = 'pb_hooks'
const HOOKS_VERSION = `${HOOKS}/version.json`

/** Source code that collects the examples of all checks, which only the file system lists. */
function exampleSource() {
  const files = ['issuer/checks', 'verifier/checks'].flatMap((folder) =>
    readdirSync(join(CORE, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.examples.ts'))
      .sort()
      .map((file) => `${folder}/${file}`),
  )
  return [
    "import { checkExamples } from './engine/checks/check-examples'",
    "import { checkRegistry } from './issuer-and-verifier'",
    ...files.map((file, place) => `import * as m${place} from './${file.replaceAll('\\', '/')}'`),
    `const groups = [${files.map((_, place) => `m${place}`).join()}].flatMap((one) => Object.entries(one))`,
    "const isGroup = ([name]) => name.endsWith('Examples')",
    'export const gathered = () => checkExamples(checkRegistry, groups.filter(isGroup).map(([, group]) => group))',
  ].join('\n')
}

/** Every `route.ts` of the API, by its folder below `app/(protocol)`. */
function routeFolders() {
  return readdirSync(join(ROOT, ROUTES), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('/route.ts'))
    .map((file) => file.slice(0, -'/route.ts'.length))
    .sort()
}

/** The version of the hooks: a digest of everything that PocketBase reads of them. */
function hooksVersion() {
  const files = readdirSync(join(ROOT, HOOKS), { recursive: true, encoding: 'utf8' })
    .map((file) => `${HOOKS}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.js(on)?$/.test(file) && file !== HOOKS_VERSION && !file.endsWith('/tsconfig.json'))
    .sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n${readFileSync(join(ROOT, file), 'utf8').replaceAll('\r\n', '\n')}\n`)
  return { version: hash.digest('hex').slice(0, 16) }
}

/** A name for a route: its folder in camel case. @param {string} folder */
function routeName(folder) {
  return folder
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word, place) => (place === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`))
    .join('')
}

/** @param {readonly string[]} folders */
function routeList(folders) {
  return [
    `// Written by npm run generate from each route.ts below ${ROUTES}.`,
    "import type { RouteHandlers } from '../http/route'",
    ...folders.map((folder) => `import * as ${routeName(folder)} from '@/${ROUTES}/${folder}/route'`),
    '',
    '/** What each `route.ts` of the interface exports. */',
    'export const routes: readonly RouteHandlers[] = [',
    ...folders.map((folder) => `  ${routeName(folder)},`),
    ']',
    '',
  ].join('\n')
}

/** @typedef {{ fields: object[], sentence: Record<string, object>, drawn: object[] }} Form */

/** @typedef {(text: (value: unknown) => string, half: string, form: Form) => string[]} FormWriter */

/** What is read from the forms, and what "Run again" sends: session pages need no more. @type {FormWriter} */
const readFields = (text, half, { fields }) => [
  `export const ${half}Fields = [`,
  ...fields.map((field) => `  ${text(field)},`),
  '] as const satisfies readonly FormField[]',
]

/** How the forms are rendered. @type {FormWriter} */
const drawnFields = (text, half, { sentence, drawn }) => [
  `export const ${half}Sentence = {`,
  ...Object.entries(sentence).map(([name, word]) => `  ${text(name)}: ${text(word)},`),
  '} as const satisfies Readonly<Record<string, SentenceWord>>',
  '',
  `export const ${half}OptionFields: readonly DrawnOption[] = [`,
  ...drawn.map((field) => `  ${text(field)},`),
  ']',
]

/** @param {Record<string, Form>} forms @param {string} types @param {FormWriter} write */
const formsModule = (forms, types, write) =>
  [
    '// Written by npm run generate from the options of issuer and verifier.',
    `import type { ${types} } from '@/lib/core/engine/sessions/session-form'`,
    ...Object.entries(forms).flatMap(([half, form]) => ['', ...write(JSON.stringify, half, form)]),
    '',
  ].join('\n')

const OPENAPI_ENTRY = 'lib/contract/openapi/build-openapi.ts'

/** @typedef {{ paths: Record<string, Record<string, { operationId: string }>>, components: { schemas: Value } }} OpenApi */

/**
 * The API by name, with a digest of each operation and schema, so that a diff shows which of them changed.
 * @param {OpenApi} document
 */
function openApiList({ paths, components, ...rest }) {
  /** @param {unknown} value */
  const digest = (value) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8)
  const { schemas, ...others } = components
  return [
    'Written by npm run generate: each operation and schema of /openapi.json, with a digest of its content.',
    '',
    ...Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, operation]) => `${method.toUpperCase()} ${path} ${operation.operationId} ${digest(operation)}`,
      ),
    ),
    '',
    ...Object.entries(schemas).map(([name, schema]) => `${name} ${digest(schema)}`),
    '',
    ...Object.entries({ ...rest, ...others }).map(([name, value]) => `${name} ${digest(value)}`),
    '',
  ].join('\n')
}

/**
 * Generated files that are committed anyway, so that a diff shows what changed. `from`: a file whose text is passed to
 * the function, either reviewed or generated before.
 * @typedef {Record<string, unknown>} Value
 * @type {readonly { file: string, entry?: string, name: string, from?: string, read?: () => Value, write: (value: Value) => string }[]}
 */
const FILES = [
  {
    file: 'docs/coverage.md',
    name: 'coverage',
    read: readCoverage,
    write: (coverage) => coveragePage(/** @type {ReturnType<typeof readCoverage>} */ (coverage)),
  },
  // The description of the interface names editions, so these come before it.
  ...editionIds(join(ROOT, EDITIONS)).map((id) => ({
    file: `${EDITIONS}/${id}/cases.json`,
    entry: 'lib/core/campaigns/official-cases/parse-cases.ts',
    name: 'parseCases',
    from: `${EDITIONS}/${id}/cases.csv`,
    write: (/** @type {Value} */ cases) =>
      `[\n${Object.values(cases)
        .map((one) => JSON.stringify(one))
        .join(',\n')}\n]\n`,
  })),
  {
    file: `${EDITIONS}/facts.ts`,
    name: 'editionFacts',
    read: () => ({ ids: editionIds(join(ROOT, EDITIONS)) }),
    write: ({ ids }) => factsModule(/** @type {string[]} */ (ids)),
  },
  {
    file: `${EDITIONS}/tables.ts`,
    name: 'editionTables',
    read: () => ({ ids: editionIds(join(ROOT, EDITIONS)) }),
    write: ({ ids }) =>
      tablesModule(/** @type {string[]} */ (ids), (id, file) => existsSync(join(ROOT, EDITIONS, id, `${file}.json`))),
  },
  {
    file: `${EDITIONS}/drafts.json`,
    name: 'drafts',
    read: () => ({ drafts: draftsIn(join(ROOT, EDITIONS)) }),
    write: ({ drafts }) => `${JSON.stringify(drafts, null, 1)}\n`,
  },
  {
    file: 'docs/openapi.txt',
    entry: OPENAPI_ENTRY,
    name: 'buildOpenApi',
    write: (document) => openApiList(/** @type {OpenApi} */ (/** @type {unknown} */ (document))),
  },
  {
    file: 'lib/server/http/routes.ts',
    name: 'routes',
    read: () => ({ folders: routeFolders() }),
    write: ({ folders }) => routeList(/** @type {string[]} */ (folders)),
  },
  {
    file: 'components/start/session-form-fields.ts',
    entry: 'lib/core/issuer-and-verifier.ts',
    name: 'sessionForms',
    write: (forms) => formsModule(/** @type {Record<string, Form>} */ (forms), 'FormField', readFields),
  },
  {
    file: 'components/start/session-form-controls.ts',
    entry: 'lib/core/issuer-and-verifier.ts',
    name: 'sessionForms',
    write: (forms) =>
      formsModule(/** @type {Record<string, Form>} */ (forms), 'DrawnOption, SentenceWord', drawnFields),
  },
  {
    file: 'lib/core/shared/ports/checks.json',
    entry: 'lib/core/issuer-and-verifier.ts',
    name: 'checkContract',
    // One check per line, as the formatter prints it.
    write: (checks) => `{\n${Object.entries(checks).map(line).join(',\n')}\n}\n`,
  },
  {
    file: 'lib/core/shared/ports/check-examples.json',
    name: 'gathered',
    write: (examples) =>
      `{\n${Object.entries(examples)
        .map(([id, one]) => `${JSON.stringify(id)}:${JSON.stringify(one)}`)
        .join(',\n')}\n}\n`,
  },
  {
    file: 'pb_hooks/evidence/usual-findings.json',
    entry: 'e2e/matrix/usual-findings.ts',
    name: 'usualFindingEditions',
    from: 'pb_hooks/evidence/usual-findings.json',
    write: (editions) =>
      `[\n${Object.values(editions)
        .map(
          (groups) =>
            `[\n${Object.values(/** @type {Value} */ (groups))
              .map((one) => JSON.stringify(one))
              .join(',\n')}\n]`,
        )
        .join(',\n')}\n]\n`,
  },
  {
    file: 'pb_hooks/evidence/columns.js',
    entry: 'lib/adapters/pocketbase/rows/tables.ts',
    name: 'commitColumns',
    write: (tables) =>
      `// Written by npm run generate from lib/adapters/pocketbase/rows/tables.ts.\nmodule.exports = ${JSON.stringify(tables, null, 2)}\n`,
  },
  {
    // The last one: it covers the hooks that are written above.
    file: HOOKS_VERSION,
    name: 'hooksVersion',
    read: hooksVersion,
    write: ({ version }) => `{ "version": ${JSON.stringify(version)} }\n`,
  },
]

/**
 * `node scripts/generate.mjs [--check | --openapi FILE]`: writes the generated files; with `--check` only reports
 * whether each is up to date; with `--openapi` writes the whole API description to FILE.
 */
await runCommand(async () => {
  const [option, target] = process.argv.slice(2)
  if (option === '--openapi' && target !== undefined) {
    const document = await builtValue({ entry: OPENAPI_ENTRY, name: 'buildOpenApi' }, null)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, `${JSON.stringify(document, null, 2)}\n`)
    return 0
  }
  const check = process.argv.includes('--check')
  // One bundle of everything takes a quarter less time, because most share the whole core. Only for `--check`:
  // otherwise a written file may be the source of the next.
  const ofAll = check ? await bundled(FILES) : null
  let stale = 0
  try {
    for (const made of FILES) {
      const { file, read, write } = made
      const text = write(read === undefined ? await builtValue(made, ofAll) : read())
      const path = join(ROOT, file)
      if (readOrEmpty(path) === text) continue
      if (check) {
        stale++
        say(`${file} is out of date. Run npm run generate.`)
      } else {
        writeFileSync(path, text)
        say(`Wrote ${file}.`)
      }
    }
  } finally {
    ofAll?.remove()
  }
  return stale === 0 ? 0 : 1
})

/** @typedef {Pick<typeof FILES[number], 'entry' | 'name' | 'from' | 'read'>} Made */

/**
 * The return value of a file's function. Bundled alone if no bundle has it.
 * @param {Made} made @param {Awaited<ReturnType<typeof bundled>> | null} ofAll @returns {Promise<Value>}
 */
async function builtValue(made, ofAll) {
  const { name, from } = made
  const bundle = ofAll ?? (await bundled([made]))
  try {
    const built = await import(pathToFileURL(bundle.fileOf(made)).href)
    return built[name](...(from === undefined ? [] : [readFileSync(join(ROOT, from), 'utf8')]))
  } finally {
    if (ofAll === null) bundle.remove()
  }
}

/**
 * Bundles the functions that make the files. The bundle is written into the source tree so that it finds its packages.
 * Files without `entry` come from the bundle of examples.
 * @param {readonly Made[]} files @returns {Promise<{ fileOf: (made: Made) => string, remove: () => void }>}
 */
async function bundled(files) {
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, 'dist', 'generate-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  /** @param {string} entry */
  const placeOf = (entry) => entry.replace(/\.ts$/, '')
  const sources = files.filter(({ read }) => read === undefined)
  const isOfExamples = sources.some(({ entry }) => entry === undefined)
  try {
    await build({
      absWorkingDir: ROOT,
      entryPoints: sources.flatMap(({ entry }) => (entry === undefined ? [] : [{ in: entry, out: placeOf(entry) }])),
      ...(isOfExamples ? { stdin: { contents: exampleSource(), resolveDir: CORE, loader: 'js' } } : {}),
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      // The guard against client bundles throws outside Next, where it has no purpose.
      alias: { 'server-only': './scripts/empty.mjs' },
      logLevel: 'silent',
    })
  } catch (error) {
    remove()
    throw error
  }
  return { fileOf: ({ entry }) => join(folder, `${entry === undefined ? 'stdin' : placeOf(entry)}.mjs`), remove }
}

/** @param {[string, unknown]} member */
function line([name, value]) {
  const members = Object.entries(/** @type {Record<string, unknown>} */ (value))
  return `  ${JSON.stringify(name)}: { ${members.map(([key, one]) => `${JSON.stringify(key)}: ${JSON.stringify(one)}`).join(', ')} }`
}

/** @param {string} file */
function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

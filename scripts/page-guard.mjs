import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { ROOT } from './paths.mjs'

/**
 * A page is a folder in `app/` plus its line in `lib/pages.ts`. Without the line, it is a 404 and not tested; without a
 * link to it, nobody finds it. This compares the two with each other and with the matcher in `proxy.ts`, which Next
 * reads without running the file.
 * @typedef {{ name: string, path: string, label?: string, evidence?: true, needsStorage?: true, reads?: readonly string[], forms?: readonly string[], evidenceForms?:
 *   readonly string[] }} Page
 */

/**
 * Returns the problems, one sentence each.
 * @param {{ files: readonly string[], pages: readonly Page[], matcher: readonly string[], links: readonly Link[] }} found `files`: below
 *   `app/`, with slashes; `matcher`: that of `proxy.ts`; `links`: those of `app/` and `components/`
 */
export function pageProblems({ files, pages, matcher, links }) {
  const served = files.filter((file) => /(^|\/)(page|route)\.tsx?$/.test(file) && !file.startsWith('(protocol)/'))
  const folders = new Map(served.map((file) => [pathOf(file), file]))
  const listed = new Set(pages.flatMap(addresses))
  const guarded = pages
    .filter(({ path, evidence, needsStorage }) => evidence || needsStorage || path.includes('{'))
    .map(({ path }) => toNext(path))
  return [
    ...[...folders]
      .filter(([path]) => !listed.has(path))
      .map(
        ([path, file]) =>
          `app/${file}: no line of lib/pages.ts or lib/page-addresses.ts has ${path}, so it is 404 and untested.`,
      ),
    ...[...listed].filter((path) => !folders.has(path)).map((path) => `lib/pages.ts: no folder of app/ has ${path}.`),
    ...guarded
      .filter((path) => !matcher.includes(path))
      .map(
        (path) =>
          `proxy.ts: the matcher needs ${path}, or Next responds with 200 where there is nothing, no token or no room for a key.`,
      ),
    ...matcher
      .filter((path) => !guarded.includes(path))
      .map((path) => `proxy.ts: ${path} needs no entry in the matcher.`),
    ...pages
      .filter(({ name, path, label }) => !label && !links.some((link) => link.name === name && link.from !== path))
      .map(
        ({ name, path }) =>
          `lib/pages.ts: nothing links to ${path}. Give it a label in the navigation, or link to it by paths.${name}() where people look for it.`,
      ),
  ]
}

/** The path at which Next serves a file; folders in parentheses are not a part of it. @param {string} file */
const pathOf = (file) =>
  `/${file}`
    .replace(/\/[^/]+$/, '')
    .replaceAll(/\/\([^()/]+\)/g, '')
    .replaceAll(/\[([^[\]/]+)\]/g, '{$1}') || '/'

/** A path in the syntax of a Next matcher. @param {string} path */
const toNext = (path) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** All paths of a page. @param {Page} page */
const addresses = ({ path, reads = [], forms = [], evidenceForms = [] }) => [
  path,
  ...[...reads, ...forms, ...evidenceForms].map((part) => `${path === '/' ? '' : path}/${part}`),
]

/**
 * A link to a page, by its name in `lib/pages.ts`. `from`: the path of the file's folder, `null` for a component.
 * @typedef {{ name: string, from: string | null }} Link
 */

/** The links that a source builds with `paths` or `pathOfPage`. @param {string} text @returns {string[]} */
export const linksIn = (text) =>
  [...text.matchAll(/\bpaths\.(?!api\b)(\w+)|\bpathOfPage\('(\w+)'/g)].map(([, link, built]) => link ?? built ?? '')

/** All sources below a folder, with slashes. @param {string} folder */
const filesBelow = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))

/** @param {string} file */
const isSource = (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)

/** @param {string} file */
const read = (file) => readFileSync(join(ROOT, file), 'utf8')

/** A module that imports no values. @param {string} file */
async function moduleOf(file) {
  const { code } = await transform(read(file), { loader: 'ts', format: 'esm' })
  return import(`data:text/javascript,${encodeURIComponent(code)}`)
}

/** The table of pages, with what is below each. @returns {Promise<Page[]>} */
async function tableOfPages() {
  const { pages } = await moduleOf('lib/pages.ts')
  const { addressesBelow } = await moduleOf('lib/page-addresses.ts')
  return Object.entries(pages).map(([name, page]) => ({ name, ...page, ...addressesBelow(name) }))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = filesBelow('app')
  const links = [
    ...files
      .filter(isSource)
      .flatMap((file) => linksIn(read(`app/${file}`)).map((name) => ({ name, from: pathOf(file) }))),
    ...[...filesBelow('components').map((file) => `components/${file}`), 'lib/rendered-paths.ts']
      .filter(isSource)
      .flatMap((file) => linksIn(read(file)).map((name) => ({ name, from: null }))),
  ]
  const [, list = ''] = /matcher: \[([^[\]]*)\]/.exec(read('proxy.ts')) ?? []
  const problems = pageProblems({
    files,
    pages: await tableOfPages(),
    matcher: [...list.matchAll(/'([^']+)'/g)].map(([, path = '']) => path),
    links,
  })
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}

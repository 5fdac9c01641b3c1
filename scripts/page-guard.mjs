import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { ROOT } from './root.mjs'

/**
 * A page is a folder in `app/` plus its line in `lib/pages.ts`. A page without a line is a 404 and is not tested. This
 * compares the two, and the matcher in `proxy.ts`, which Next reads without running the file.
 * @typedef {{ path: string, evidence?: true, reads?: readonly string[], forms?: readonly string[], evidenceForms?:
 *   readonly string[] }} Page
 */

/**
 * Returns the problems, one sentence each.
 * @param {{ files: readonly string[], pages: readonly Page[], matcher: readonly string[] }} found `files`: below
 *   `app/`, with slashes; `matcher`: that of `proxy.ts`
 */
export function pageProblems({ files, pages, matcher }) {
  const served = files.filter((file) => /(^|\/)(page|route)\.tsx?$/.test(file) && !file.startsWith('(protocol)/'))
  const folders = new Map(served.map((file) => [pathOf(file), file]))
  const listed = new Set(pages.flatMap(addresses))
  const guarded = pages.filter(({ path, evidence }) => evidence || path.includes('{')).map(({ path }) => toNext(path))
  return [
    ...[...folders]
      .filter(([path]) => !listed.has(path))
      .map(([path, file]) => `app/${file}: no line of lib/pages.ts has ${path}, so it is 404 and untested.`),
    ...[...listed].filter((path) => !folders.has(path)).map((path) => `lib/pages.ts: no folder of app/ has ${path}.`),
    ...guarded
      .filter((path) => !matcher.includes(path))
      .map(
        (path) => `proxy.ts: the matcher needs ${path}, or Next responds with 200 where there is nothing or no token.`,
      ),
    ...matcher
      .filter((path) => !guarded.includes(path))
      .map((path) => `proxy.ts: ${path} needs no entry in the matcher.`),
  ]
}

/** The path at which Next serves a file; folders in parentheses are not a part of it. @param {string} file */
const pathOf = (file) =>
  `/${file}`
    .replace(/\/[^/]+$/, '')
    .replaceAll(/\/\([^()/]+\)/g, '')
    .replaceAll(/\[([^[\]/]+)\]/g, '{$1}') || '/'

/** A path as Next writes it in a matcher. @param {string} path */
const toNext = (path) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** All paths of a page. @param {Page} page */
const addresses = ({ path, reads = [], forms = [], evidenceForms = [] }) => [
  path,
  ...[...reads, ...forms, ...evidenceForms].map((part) => `${path === '/' ? '' : path}/${part}`),
]

/** @param {string} file */
const read = (file) => readFileSync(join(ROOT, file), 'utf8')

/** The table of pages: it imports nothing. @returns {Promise<Page[]>} */
async function tableOfPages() {
  const { code } = await transform(read('lib/pages.ts'), { loader: 'ts', format: 'esm' })
  const { pages } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return Object.values(pages)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = readdirSync(join(ROOT, 'app'), { recursive: true, encoding: 'utf8' })
  const [, list = ''] = /matcher: \[([^\]]*)\]/.exec(read('proxy.ts')) ?? []
  const problems = pageProblems({
    files: files.map((file) => file.replaceAll('\\', '/')),
    pages: await tableOfPages(),
    matcher: [...list.matchAll(/'([^']+)'/g)].map(([, path = '']) => path),
  })
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}

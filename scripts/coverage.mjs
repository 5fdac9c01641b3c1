import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from './paths.mjs'

/** @typedef {{ requirement: string, deviation?: string, note?: string }} Requirement */
/** @typedef {Record<string, Record<string, Requirement>>} Sections */

/**
 * The rows named by `covers()` in the source of a test file, once per test. `astray`: calls without a test right below.
 * @param {string} source
 */
export function coveredRows(source) {
  /** @type {string[]} */
  const rows = []
  const astray = []
  for (const call of source.matchAll(/^[ \t]*covers\(([^)]*)\)/gm)) {
    const below = source.slice(call.index + call[0].length).replace(/^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/, '')
    if (!/^(?:it|test|describe)\b/.test(below)) astray.push(call[0].trim())
    rows.push(...[...(call[1] ?? '').matchAll(/'([^']+)'/g)].map(([, row = '']) => row))
  }
  return { rows, astray }
}

/** Paths of all test files, from the root of the repository, sorted. */
export function testFiles() {
  return ['app', 'bench', 'components', 'e2e', 'lib', 'scripts']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file.replaceAll('\\', '/')}`,
      ),
    )
    .filter((file) => /\.(?:test|spec)\.ts$/.test(file))
    .sort()
}

/** Every requirement by section, and how many tests of each file cover each row. */
export function readCoverage() {
  /** @type {Sections} */
  const sections = JSON.parse(readFileSync(join(ROOT, 'docs/requirements.json'), 'utf8'))
  /** @type {Record<string, Record<string, number>>} */
  const tests = {}
  /** @type {string[]} */
  const astray = []
  for (const file of testFiles()) {
    const found = coveredRows(readFileSync(join(ROOT, file), 'utf8'))
    astray.push(...found.astray.map((call) => `${file}: ${call}`))
    for (const row of found.rows) {
      const files = tests[row] ?? {}
      tests[row] = files
      files[file] = (files[file] ?? 0) + 1
    }
  }
  return { sections, tests, astray }
}

/**
 * The page docs/coverage.md.
 * @param {{ sections: Sections, tests: Record<string, Record<string, number>> }} coverage
 */
export function coveragePage({ sections, tests }) {
  /** @param {string} row */
  const testsOf = (row) =>
    Object.entries(tests[row] ?? {})
      .map(([file, count]) => `[${basename(file).replace(/\.ts$/, '')}](../${file})${count === 1 ? '' : ` ×${count}`}`)
      .join(', ')
  return [
    '# Requirements and the tests that show them',
    '',
    'Written by `npm run generate` from [requirements.json](requirements.json) and the `covers()` of the tests. ×3: three tests of',
    'that file. The last column says where the product knowingly differs from the requirement.',
    ...Object.entries(sections).flatMap(([title, rows]) => [
      '',
      `## ${title}`,
      '',
      '| Row | Requirement | Tests | Deviation |',
      '| --- | --- | --- | --- |',
      ...Object.entries(rows).map(([row, { requirement, deviation, note }]) => {
        const said = [deviation, note].filter((text) => text !== undefined).join(' ')
        return `| ${row} | ${requirement} | ${testsOf(row)} | ${said} |`
      }),
    ]),
    '',
  ].join('\n')
}

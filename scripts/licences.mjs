import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './paths.mjs'
import { runCommand, say } from './terminal.mjs'

/** Licences that are compatible with ours (Apache-2.0): they require at most that their text is kept. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/**
 * Packages that were reviewed individually: name (with `platforms`, also with a hyphenated suffix), licence, and why it
 * is acceptable.
 * @typedef {{ name: string, platforms?: boolean, licences: readonly (string | undefined)[], why: string }} Exception
 */
const exceptions = /** @type {readonly Exception[]} */ ([
  {
    name: '@img/sharp',
    platforms: true,
    licences: ['LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
    why: 'An optional library that Next loads at run time, unchanged; it may be replaced or left out.',
  },
  {
    name: 'lightningcss',
    platforms: true,
    licences: ['MPL-2.0'],
    why: 'Makes style sheets at build time, unchanged; no part of what is served.',
  },
  { name: '@axe-core/playwright', licences: ['MPL-2.0'], why: 'In tests alone, unchanged.' },
  { name: 'axe-core', licences: ['MPL-2.0'], why: 'In tests alone, unchanged.' },
  { name: 'unionfs', licences: [undefined], why: 'Its LICENSE file is the Unlicense; its package.json names none.' },
])

/**
 * Whether an SPDX expression is acceptable: every part of an AND, one part of an OR, grouped by parentheses. AND binds
 * tighter than OR. Anything else, including exceptions (WITH), is not.
 * https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/
 * @param {string} expression @returns {boolean}
 */
export function isAllowed(expression) {
  const words = expression.match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  let isWhole = true
  /** @param {string} word */
  const taken = (word) => {
    if (words[at] !== word) return false
    at += 1
    return true
  }
  // Both sides are always parsed, so that an invalid second one is noticed.
  /** @returns {boolean} */
  const either = () => {
    let good = all()
    while (taken('OR')) good = [good, all()].includes(true)
    return good
  }
  const all = () => {
    let good = one()
    while (taken('AND')) good = ![good, one()].includes(false)
    return good
  }
  const one = () => {
    if (!taken('(')) {
      const word = words[at++] ?? ''
      if (!/^[A-Za-z\d][\w.+:-]*$/.test(word) || ['AND', 'OR', 'WITH'].includes(word)) isWhole = false
      return allowed.has(word)
    }
    const good = either()
    if (!taken(')')) isWhole = false
    return good
  }
  const good = either()
  return good && isWhole && at === words.length
}

/** @param {Exception} exception @param {string} name */
const isNamed = (exception, name) =>
  name === exception.name || (exception.platforms === true && name.startsWith(`${exception.name}-`))

/**
 * Problems with the licences in a lock file, a sentence each. Entries of platform packages that npm could not see have
 * no licence of their own and inherit that of the package naming them.
 * @param {{ packages: Readonly<Record<string, { license?: string, optional?: boolean, integrity?: string }>> }} lock
 * @param {readonly Exception[]} [known]
 */
export function licenceProblems({ packages }, known = exceptions) {
  return Object.entries(packages).flatMap(([path, { license, optional, integrity }]) => {
    const name = path.replace(/^.*node_modules\//, '')
    if (known.some((one) => isNamed(one, name) && one.licences.includes(license))) return []
    if (license === undefined) return optional && integrity === undefined ? [] : [`${name || path} names no licence.`]
    if (isAllowed(license)) return []
    return [`${name} is under ${license}, which is in no list of scripts/licences.mjs.`]
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runCommand(async () => {
    const problems = licenceProblems(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
    for (const problem of problems) say(problem)
    return problems.length === 0 ? 0 : 1
  })
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './root.mjs'
import { runCommand, say } from './terminal.mjs'

/**
 * Licences under which a package may be installed, for they go together with ours (Apache-2.0): they ask for their text to be
 * kept, or for nothing.
 */
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
 * Packages that were looked at one by one: what their name begins with, their licence, and why they may be there.
 * @typedef {{ begins: string, licences: readonly (string | undefined)[], why: string }} Exception
 */
const exceptions = /** @type {readonly Exception[]} */ ([
  {
    begins: '@img/sharp-',
    licences: ['LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
    why: 'An optional library that Next loads at run time, unchanged; it may be replaced or left out.',
  },
  {
    begins: 'lightningcss',
    licences: ['MPL-2.0'],
    why: 'Makes style sheets at build time, unchanged; no part of what is served.',
  },
  { begins: '@axe-core/playwright', licences: ['MPL-2.0'], why: 'In tests alone, unchanged.' },
  { begins: 'axe-core', licences: ['MPL-2.0'], why: 'In tests alone, unchanged.' },
  { begins: 'unionfs', licences: [undefined], why: 'Its LICENSE file is the Unlicense; its package.json names none.' },
])

/**
 * Whether an SPDX expression can be kept to: each part of an AND, and one of an OR. @param {string} expression
 * @returns {boolean}
 */
export function isAllowed(expression) {
  const text = expression.trim()
  if (/^\(.*\)$/.test(text) && !text.slice(1, -1).includes(')')) return isAllowed(text.slice(1, -1))
  const either = text.split(' OR ')
  if (either.length > 1) return either.some((part) => isAllowed(part.replace(/^\(|\)$/g, '')))
  const all = text.split(' AND ')
  return all.length > 1 ? all.every((part) => isAllowed(part.replace(/^\(|\)$/g, ''))) : allowed.has(text)
}

/**
 * What a lock file says of licences that nobody agreed to, a sentence each. Entries of platform packages that npm could not see
 * name none; they have that of the package that names them.
 * @param {{ packages: Readonly<Record<string, { license?: string, optional?: boolean, integrity?: string }>> }} lock
 * @param {readonly Exception[]} [known]
 */
export function licenceProblems({ packages }, known = exceptions) {
  return Object.entries(packages).flatMap(([path, { license, optional, integrity }]) => {
    const name = path.replace(/^.*node_modules\//, '')
    if (known.some(({ begins, licences }) => name.startsWith(begins) && licences.includes(license))) return []
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

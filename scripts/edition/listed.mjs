import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The editions that are published, newest first; a draft has no `edition.json` yet. @param {string} folder */
export const editionIds = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isDirectory() && existsSync(join(folder, one.name, 'edition.json')))
    .map(({ name }) => name)
    .sort()
    .reverse()

const head = '// Written by npm run generate from the folders of published editions.'

/** The name of what is read from a file of an edition. @param {string} what @param {string} id */
const nameOf = (what, id) => `${what}${id.replace('-', '')}`

/** @param {string} what @param {string} id @param {string} file */
const importOf = (what, id, file) => `import ${nameOf(what, id)} from './${id}/${file}.json' with { type: 'json' }`

/** The module that lists what each edition is of. @param {readonly string[]} ids newest first */
export const factsModule = (ids) => {
  const names = ids.map((id) => nameOf('facts', id))
  const listed = `export const factsOfEditions = [${names.join(', ')}]`
  return [
    head,
    ...[...ids].reverse().map((id) => importOf('facts', id, 'edition')),
    '',
    '/** Each `edition.json`, newest first. */',
    ...(listed.length <= LINE_MAX
      ? [listed]
      : ['export const factsOfEditions = [', ...names.map((name) => `  ${name},`), ']']),
    '',
  ].join('\n')
}

/** The width at which the formatter begins new lines. */
const LINE_MAX = 120

/**
 * The module that lists what is read of each edition besides what it is of. A file that few editions have is an empty list.
 * @param {readonly string[]} ids newest first @param {(id: string, file: string) => boolean} has
 */
export const tablesModule = (ids, has) =>
  [
    head,
    ...[...ids]
      .reverse()
      .flatMap((id) =>
        FILES.flatMap(([what, file]) => (what === RARE && !has(id, file) ? [] : [importOf(what, id, file)])),
      ),
    '',
    '/** Cases, marked cases, texts, and the cases whose failure leaves no record, of each edition, newest first. */',
    'export const tablesOfEditions = {',
    ...ids.map((id) => {
      const names = FILES.map(([what, file]) => (what === RARE && !has(id, file) ? '[]' : nameOf(what, id)))
      return `  '${id}': [${names.join(', ')}],`
    }),
    '} as const',
    '',
  ].join('\n')

const RARE = 'unrecorded'

/** What is read of an edition, and its file, by the names of files. @type {readonly (readonly [what: string, file: string])[]} */
const FILES = [
  ['cases', 'cases'],
  ['marked', 'review-needed'],
  ['texts', 'texts'],
  [RARE, 'unrecorded'],
]

import { type Parameters, readParameters } from '../../shared/http/read-form'
import { utf8 } from '../../shared/values/base64url'
import { operatorsOf, parseFilter, QueryRefused, writeFilter } from './filter'
import { comparableMembers, type PublicCollection, publicCollection } from './public-collections'

const filterBytesMax = 3000
/** Maximum length of a rewritten filter, because PocketBase accepts at most 3500 bytes. */
const writtenBytesMax = 3500
/** PocketBase's name for random order. */
const anyOrder = '@random'
const sortMax = 6
const fieldsMax = 60
const expandMax = 60
/** How many relations `expand` follows in a row, the same as PocketBase. */
const hopsMax = 6
export const pageMax = 100_000
export const perPageMax = 1000

/** Why a query was refused, and what is allowed instead. */
export interface RefusedQuery {
  readonly parameter: string
  /** One of our own sentences. */
  readonly reason: string
  /** Names that the parameter accepts; for a filter, each with its operators. */
  readonly allowed: Readonly<Record<string, readonly string[]>> | readonly string[]
}

/**
 * Parses a visitor's list query and writes it anew: nothing is passed on as received. Drops unknown parameters and
 * whatever `expand` cannot follow.
 */
export function readListQuery(collection: PublicCollection, query: string | null): string | RefusedQuery {
  return readQuery(collection, query, ['page', 'perPage', 'skipTotal', 'sort', 'filter', 'expand', 'fields'])
}

/** Like `readListQuery`, for one record. */
export function readRecordQuery(collection: PublicCollection, query: string | null): string | RefusedQuery {
  return readQuery(collection, query, ['expand', 'fields'])
}

function readQuery(
  collection: PublicCollection,
  query: string | null,
  names: readonly (keyof typeof readers)[],
): string | RefusedQuery {
  const sent = readParameters(query ?? '')
  const written = new URLSearchParams()
  for (const name of names) {
    const { read, allowed } = readers[name]
    try {
      const value = onlyValue(sent, name)
      const safe = value === null ? null : read(value, collection)
      if (safe !== null && safe !== '') written.set(name, safe)
    } catch (error) {
      if (!(error instanceof QueryRefused)) throw error
      return { parameter: name, reason: error.message, allowed: allowed(collection) }
    }
  }
  return written.toString()
}

function onlyValue(sent: Parameters, name: string): string | null {
  if (sent.tooMany) throw new QueryRefused('The query has too many parameters.')
  if (sent.duplicates.includes(name)) throw new QueryRefused('The parameter came more than once.')
  return sent.get(name)
}

const readers = {
  page: { read: (value: string) => wholeNumber(value, pageMax), allowed: () => [`1 to ${pageMax}`] },
  perPage: { read: (value: string) => wholeNumber(value, perPageMax), allowed: () => [`1 to ${perPageMax}`] },
  skipTotal: { read: readSwitch, allowed: () => ['true', '1', 'false', '0'] },
  sort: {
    read: readSort,
    allowed: (collection: PublicCollection) => [...comparableMembers(collection).keys(), anyOrder],
  },
  filter: {
    read: readFilter,
    allowed: (collection: PublicCollection) =>
      Object.fromEntries([...comparableMembers(collection)].map(([name, kind]) => [name, operatorsOf[kind]])),
  },
  expand: {
    read: readExpand,
    allowed: (collection: PublicCollection) => [
      ...Object.keys(relationsOf(collection)),
      ...Object.keys(collection.names ?? {}),
    ],
  },
  fields: { read: readFields, allowed: (collection: PublicCollection) => [...readable(collection)] },
} as const

function wholeNumber(value: string, max: number): string {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : 0
  if (number < 1 || number > max) throw new QueryRefused('The parameter must be a whole number within its bounds.')
  return String(number)
}

function readSwitch(value: string): string {
  if (value === 'true' || value === '1') return 'true'
  if (value === 'false' || value === '0') return 'false'
  throw new QueryRefused('The parameter must be true or false.')
}

function readSort(value: string, collection: PublicCollection): string {
  const comparable = comparableMembers(collection)
  const keys = listOf(value, sortMax).map((item) => {
    const [, sign = '', name = ''] = /^([+-]?)(.*)$/s.exec(item) ?? []
    if (!comparable.has(name) && name !== anyOrder)
      throw new QueryRefused('It is not possible to sort by one of these names here.')
    return (sign === '-' ? '-' : '') + name
  })
  return keys.join(',')
}

function readFilter(value: string, collection: PublicCollection): string {
  if (utf8(value).length > filterBytesMax) throw new QueryRefused(`The filter is longer than ${filterBytesMax} bytes.`)
  if (value.trim() === '') return ''
  const filter = writeFilter(parseFilter(value, comparableMembers(collection)))
  if (utf8(filter).length > writtenBytesMax) throw new QueryRefused('The texts of the filter are too long.')
  const found = filter.toLowerCase()
  if (forbiddenParts(collection).some((part) => found.includes(part)))
    throw new QueryRefused('A text of the filter looks like a path to private records.')
  return filter
}

/**
 * Texts that PocketBase's rules refuse anywhere in a filter, strings included (pb_migrations, "guarded filters"). No
 * comparable member contains one, so it can only occur in a string. Refused here, because there it would silently find
 * nothing.
 */
const forbiddenParts = (collection: PublicCollection): readonly string[] => [
  '_via_',
  '@collection.',
  '@request.',
  ...Object.keys(collection.many).map((relation) => `${relation}.`),
]

const relationsOf = (collection: PublicCollection): Readonly<Record<string, string>> => ({
  ...collection.one,
  ...collection.many,
})

/** The collection that a relation leads to; back relations are not followed. */
function follow(collection: PublicCollection, relation: string): PublicCollection | null {
  const relations = relationsOf(collection)
  return Object.hasOwn(relations, relation) ? publicCollection(relations[relation] ?? '') : null
}

/** The relation behind a name in `expand`. */
const relationOf = ({ names = {} }: PublicCollection, name: string): string =>
  Object.hasOwn(names, name) ? (names[name] ?? name) : name

/** Keeps the paths whose every relation is known; as PocketBase's own clients expect, the rest is not expanded. */
function readExpand(value: string, collection: PublicCollection): string {
  const paths = listOf(value, expandMax).flatMap((path) => {
    const hops = path.split('.', hopsMax + 1)
    if (hops.length > hopsMax) return []
    const written: string[] = []
    let target: PublicCollection | null = collection
    for (const hop of hops) {
      if (target === null) return []
      const relation = relationOf(target, hop)
      written.push(relation)
      target = follow(target, relation)
    }
    return target === null ? [] : [written.join('.')]
  })
  return [...new Set(paths)].join(',')
}

function readFields(value: string, collection: PublicCollection): string {
  const paths = listOf(value, fieldsMax).map((path) => {
    const written = writeField(path.split('.', 2 * hopsMax + 2), collection)
    if (written === null) throw new QueryRefused('The fields name something that a record does not have here.')
    return written.join('.')
  })
  return [...new Set(paths)].join(',')
}

/** Members, or any number of `expand.<relation>` followed by a member; `null` for anything else. */
function writeField([name = '', ...rest]: readonly string[], collection: PublicCollection): readonly string[] | null {
  if (name !== 'expand')
    return rest.length === 0 && (name === '*' || readable(collection).includes(name)) ? [name] : null
  const [given, ...further] = rest
  if (given === undefined) return [name]
  if (given === '*') return further.length === 0 ? [name, given] : null
  const relation = relationOf(collection, given)
  const target = follow(collection, relation)
  if (target === null) return null
  const inner = further.length === 0 ? [] : writeField(further, target)
  return inner && [name, relation, ...inner]
}

const readable = (collection: PublicCollection): readonly string[] => [
  ...Object.keys(collection.members),
  ...Object.keys(relationsOf(collection)),
  'collectionId',
  'collectionName',
  'expand',
]

function listOf(value: string, max: number): string[] {
  const items = value.split(',', max + 1).map((item) => item.trim())
  if (items.length > max) throw new QueryRefused(`The parameter has more than ${max} parts.`)
  return items.filter((item) => item !== '')
}

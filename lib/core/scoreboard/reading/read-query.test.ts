import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { runs } from '@/scripts/thorough.mjs'
import {
  type FilterComparison,
  type FilterGroup,
  type FilterTerm,
  operatorsOf,
  parseFilter,
  QueryRefused,
  writeFilter,
} from './filter'
import { comparableMembers, publicCollection, publicCollectionNames } from './public-collections'
import { readListQuery, readRecordQuery } from './read-query'

const cache = publicCollection('pipeline_scoreboard_cache')!
const comparable = comparableMembers(cache)
const list = (parameters: Record<string, string>, collection = cache) =>
  readListQuery(collection, new URLSearchParams(parameters).toString())
/** What one parameter is rewritten to; `null` if the query is refused. */
const passed = (name: string, value: string, collection = cache) => {
  const query = list({ [name]: value }, collection)
  return typeof query === 'string' ? new URLSearchParams(query).get(name) : null
}
const filtered = (filter: string, collection = cache) => passed('filter', filter, collection)

/**
 * Names and strings of a filter in PocketBase's language, found without our tokenizer: character by character, as
 * PocketBase does.
 */
function lookOver(filter: string): { readonly names: string[]; readonly texts: string[]; readonly rest: string } {
  const texts: string[] = []
  let rest = ''
  for (let at = 0; at < filter.length; at++) {
    const quote = filter[at]!
    if (quote !== '"' && quote !== "'") {
      rest += quote
      continue
    }
    let text = ''
    for (at++; at < filter.length && !(filter[at] === quote && filter[at - 1] !== '\\'); at++) text += filter[at]
    expect(filter[at]).toBe(quote)
    texts.push(text.replaceAll(`\\${quote}`, quote))
    rest += ' '
  }
  return { names: rest.match(/[@#A-Za-z_][\w.:@#]*/g) ?? [], texts, rest }
}

const texts = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc
      .array(fc.constantFrom('\\', '"', "'", '\n', '%', '_', 'a', ' && ', '//'), { maxLength: 12 })
      .map((all) => all.join('')),
  )
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be in a text.
  .filter((text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\\$/.test(text))
const comparisons: fc.Arbitrary<FilterComparison> = fc.constantFrom(...comparable).chain(([member, kind]) => {
  const value = {
    number: fc
      .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.option(fc.nat(9999)))
      .map(([whole, part]) => ({ digits: part === null ? String(whole) : `${whole}.${part}` })),
    flag: fc.boolean().map((flag) => ({ flag })),
    other: texts.map((text) => ({ text })),
  }[kind === 'number' || kind === 'flag' ? kind : 'other']
  return fc.record({ member: fc.constant(member), operator: fc.constantFrom(...operatorsOf[kind]), value })
})
const groups: fc.Arbitrary<FilterGroup> = fc.letrec<{ group: FilterGroup; term: FilterTerm }>((tie) => ({
  term: fc.oneof({ maxDepth: 4 }, comparisons, tie('group')),
  group: fc.record({
    first: tie('term'),
    rest: fc.array(fc.tuple(fc.constantFrom('&&' as const, '||' as const), tie('term')), { maxLength: 2 }),
  }),
})).group

const fragments = [
  ...comparable.keys(),
  ...['=', '!=', '>', '>=', '<', '<=', '~', '!~', '?=', '?!~', '&&', '||', '(', ')', ' ', '\n', '//', ','],
  ...[
    '"a"',
    "'a'",
    '"',
    "'",
    '\\',
    '\\"',
    "\\'",
    '"\\"',
    '1',
    '-1.5',
    '1e5',
    'true',
    'null',
    '@now',
    ':lower',
    ':each',
  ],
  ...['pipelines_via_owner.name', 'wallets.name', 'owner.', '@collection.pipelines.name', '@request.auth.id', '\u0000'],
  ...['geoDistance(1,2,3,4)', 'strftime("%Y",created)', 'constructor', '__proto__', 'toString', 'unresolved', 'source'],
]

describe('a filter', () => {
  it('that can be written is read back as what it was', () => {
    fc.assert(
      fc.property(groups, (group) => {
        expect(parseFilter(writeFilter(group), comparable)).toEqual(group)
      }),
      runs(1000),
    )
  })

  it('is passed on with allowed names and nothing else, whatever is sent, or refused', () => {
    let accepted = 0
    const mutations = fc.oneof(
      groups.map((group) => writeFilter(group).replaceAll(' ', '\n  ')),
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...fragments), { maxLength: 14 }).map((parts) => parts.join('')),
      fc.array(fc.constantFrom(...fragments), { maxLength: 14 }).map((parts) => parts.join(' ')),
      fc
        .tuple(groups, fc.constantFrom(...fragments), fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([group, part, where]) => {
          const text = writeFilter(group)
          const at = Math.floor(where * text.length)
          return text.slice(0, at) + part + text.slice(at)
        }),
    )
    fc.assert(
      fc.property(mutations, (text) => {
        const filter = filtered(text)
        if (filter === null) return
        accepted++
        const { names, rest } = lookOver(filter)
        expect(lookOver(filter).texts.join('')).not.toContain('\u0000')
        for (const name of names) expect(comparable.has(name) || name === 'true' || name === 'false').toBe(true)
        expect(rest).toMatch(/^[\w.\s()=!<>~&|-]*$/)
        expect(rest).not.toMatch(/\?|:|@|,|\w\(|_via_/)
        expect(new TextEncoder().encode(filter).length).toBeLessThanOrEqual(3500)
        // Strings that end in a backslash are rewritten as comparisons that nobody may send.
        if (!filter.includes('\u0001') && !filter.includes('\\\\%')) expect(filtered(filter)).toBe(filter)
      }),
      runs(5000),
    )
    expect(accepted).toBeGreaterThan(100)
  })

  it('keeps its texts as PocketBase reads them, whatever is in them', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('"', "'"), (text, quote) => {
        const written = quote === '"' ? JSON.stringify(text) : `'${text.replaceAll("'", "\\'")}'`
        const filter = filtered(`pipeline.name = ${written}`)
        if (filter === null) expect(text).toMatch(/_via_|@collection\.|@request\.|\w\./i)
        else expect(lookOver(filter)).toMatchObject({ names: ['pipeline.name'], texts: [text] })
      }),
      runs(2000),
    )
  })

  it('finds what ends in a backslash between two texts, for PocketBase reads no text that does', () => {
    const name = (operator: string, text: string) => filtered(`pipeline.name ${operator} ${JSON.stringify(text)}`)
    expect(name('=', 'a_\\')).toBe(
      `(pipeline.name ~ 'a\\_\\\\%' && pipeline.name > "a_[" && pipeline.name < 'a_\\\u0001')`,
    )
    expect(name('!=', '\\')).toBe(`(pipeline.name !~ '\\\\%' || pipeline.name <= "[" || pipeline.name >= '\\\u0001')`)
    expect(name('~', "it's\\")).toBe(`pipeline.name ~ '%it\\'s\\\\%'`)
    expect(name('~', '100%\\')).toBeNull()
    expect(filtered(String.raw`created > "2026\\"`)).toBeNull()
    const long = Array.from({ length: 4 }, () => `pipeline.name = ${JSON.stringify(`${'x'.repeat(690)}\\`)}`)
    expect(filtered(long.join(' || '))).toBeNull()
  })

  it.each([
    ['total_runs>=10&&success_rate>66.67', 'total_runs >= 10 && success_rate > 66.67'],
    ["pipeline='abc'", 'pipeline = "abc"'],
    [String.raw`pipeline.name = 'it\'s'`, `pipeline.name = "it's"`],
    [String.raw`pipeline.name = "a\"'"`, String.raw`pipeline.name = 'a"\''`],
    [String.raw`pipeline.name = "a\\b\u0041"`, String.raw`pipeline.name = 'a\bA'`],
    [String.raw`pipeline.name = 'a\b'`, String.raw`pipeline.name = 'a\b'`],
    [String.raw`pipeline.name = "C:\Windows"`, String.raw`pipeline.name = 'C:\Windows'`],
    [String.raw`pipeline.name = "two\nlines"`, 'pipeline.name = "two\nlines"'],
    [`pipeline.name !~ 'a"b'`, `pipeline.name !~ 'a"b'`],
    ['((anonymous = true) || stale_since != "")', '((anonymous = true) || stale_since != "")'],
    ['  total_runs = -0.5\n', 'total_runs = -0.5'],
    ['', null],
    ['   ', null],
  ])('%s becomes %s', (sent, expected) => {
    const query = list({ filter: sent })
    expect(new URLSearchParams(String(query)).get('filter')).toBe(expected)
  })

  it.each([
    'pipelines_via_owner.name !~ "a"',
    'wallets.name !~ "a"',
    'wallets ~ "a"',
    'wallets:each = "a"',
    'wallets:length > 1',
    'pipeline.name:lower = "a"',
    'pipeline.description ~ "a"',
    'pipeline.definition.a = "a"',
    'pipeline.published = true',
    'pipeline.owner.pipelines_via_owner.name = "a"',
    'latest_successful_execution.run_id = "a"',
    'unresolved ~ "a"',
    'source = "a"',
    '@collection.pipelines.name = "a"',
    '@request.query.filter = "a"',
    'created > @now',
    'total_runs ?= 1',
    'total_runs ~ 1',
    'total_runs = "1"',
    'total_runs = success_rate',
    '1 = total_runs',
    'pipeline = null',
    'pipeline.name = 1',
    'anonymous = "true"',
    'anonymous = TRUE',
    'total_runs = 1e5',
    'total_runs = 1.',
    'total_runs = 12345678901234567',
    'total_runs = 1 // and so on',
    'total_runs = 1 total_runs = 1',
    'total_runs = 1 &&',
    '&& total_runs = 1',
    'total_runs = 1 & total_runs = 1',
    '(total_runs = 1',
    'total_runs = 1)',
    '()',
    'total_runs',
    'pipeline.name = "a',
    String.raw`pipeline.name = "a\"`,
    String.raw`pipeline.name = "a\b"`,
    String.raw`pipeline.name = "a\u0000b"`,
    'pipeline.name = "a\u0001b"',
    String.raw`pipeline.name = 'a\'`,
    'pipeline.name = "pipelines_via_owner"',
    'pipeline.name = "PIPELINES_VIA_OWNER"',
    'pipeline.name = "Wallets.name"',
    'pipeline.name = "@request.auth"',
    'constructor = "a"',
    '__proto__ = "a"',
    'geoDistance(1, 2, 3, 4) > 1',
    `pipeline.name = "${'a'.repeat(701)}"`,
    `${'('.repeat(9)}total_runs = 1${')'.repeat(9)}`,
    Array.from({ length: 61 }, () => 'total_runs=1').join('||'),
    `${' '.repeat(3000)}total_runs = 1`,
  ])('%s is refused, with what is allowed', (sent) => {
    const refused = list({ filter: sent })
    expect(refused).toMatchObject({
      parameter: 'filter',
      reason: expect.stringMatching(/^[A-Z][ -~]+\.$/),
      allowed: { total_runs: ['=', '!=', '>', '>=', '<', '<='], 'pipeline.name': ['=', '!=', '~', '!~'] },
    })
  })

  it('at its bounds is taken', () => {
    expect(filtered(`${'('.repeat(8)}total_runs = 1${')'.repeat(8)}`)).not.toBeNull()
    expect(filtered(Array.from({ length: 60 }, () => 'total_runs=1').join('||'))).not.toBeNull()
    expect(filtered(`pipeline.name = "${'a'.repeat(700)}"`)).not.toBeNull()
    const longest = `${' '.repeat(3000 - 'total_runs = 1'.length)}total_runs = 1`
    expect(filtered(longest)).toBe('total_runs = 1')
  })
})

describe('the other parameters', () => {
  const pages = publicCollection('pipelines')!
  it.each([
    ['sort', '-total_runs,+pipeline.name, id', '-total_runs,pipeline.name,id'],
    ['sort', '@random', '@random'],
    ['sort', '-latest_successful_execution.created', '-latest_successful_execution.created'],
    ['page', '100000', '100000'],
    ['perPage', '1000', '1000'],
    ['skipTotal', '1', 'true'],
    ['skipTotal', 'false', 'false'],
    ['expand', 'pipeline.owner,wallets', 'pipeline.owner,wallets'],
    ['expand', 'conformance_checks,wallets', 'conformance_check_refs,wallets'],
    ['expand', 'conformance_checks,conformance_check_refs', 'conformance_check_refs'],
    [
      'fields',
      'conformance_checks,expand.conformance_checks.url',
      'conformance_checks,expand.conformance_check_refs.url',
    ],
    ['expand', 'pipeline,pipelines_via_owner,walets', 'pipeline'],
    ['expand', 'pipeline.owner.pipelines_via_owner', null],
    ['expand', 'pipeline.constructor,__proto__,toString', null],
    ['fields', '*,expand.*', '*,expand.*'],
    ['fields', 'id,expand.pipeline.expand.owner.name', 'id,expand.pipeline.expand.owner.name'],
    ['fields', 'expand.wallets,collectionId', 'expand.wallets,collectionId'],
    ['requestKey', 'x', null],
    ['token', 'x', null],
    ['thumb', 'x', null],
  ])('%s=%s is passed on as %s', (name, sent, expected) => {
    const query = list({ [name]: sent })
    expect(new URLSearchParams(String(query)).get(name)).toBe(expected)
    expect(typeof query).toBe('string')
  })

  it.each([
    ['sort', 'wallets.name'],
    ['sort', 'wallets'],
    ['sort', '@rowid'],
    ['sort', '@random.name'],
    ['sort', 'pipelines_via_owner.name'],
    ['sort', '--total_runs'],
    ['sort', 'conformance_checks'],
    ['sort', 'unresolved'],
    ['sort', 'constructor'],
    ['sort', Array.from({ length: 7 }, () => 'id').join()],
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', '100001'],
    ['page', '1e3'],
    ['page', '99999999999999999999'],
    ['perPage', '1001'],
    ['perPage', 'x'],
    ['skipTotal', 'yes'],
    ['fields', ':'],
    ['fields', 'id:excerpt(1)'],
    ['fields', 'unresolved'],
    ['fields', 'expand.nothing.id'],
    ['fields', 'expand.pipeline.expand.pipelines_via_owner.name'],
    ['fields', 'id.more'],
    ['fields', '__proto__'],
    ['fields', Array.from({ length: 61 }, () => 'id').join()],
    ['expand', Array.from({ length: 61 }, () => 'pipeline').join()],
  ])('%s=%s is refused', (name, sent) => {
    expect(list({ [name]: sent })).toMatchObject({
      parameter: name,
      allowed: expect.arrayContaining([expect.any(String)]),
    })
  })

  it('that come twice, or too many, are refused', () => {
    expect(readListQuery(cache, 'filter=total_runs%3D1&filter=total_runs%3D1')).toMatchObject({ parameter: 'filter' })
    expect(readListQuery(cache, '&a=b'.repeat(300))).toMatchObject({ parameter: 'page' })
  })

  it('of one record are what reduces and expands it', () => {
    expect(readRecordQuery(pages, 'expand=owner&fields=id&filter=((&sort=nothing&page=x')).toBe(
      'expand=owner&fields=id',
    )
    expect(readRecordQuery(pages, null)).toBe('')
  })

  it('hold, in every collection, nothing over back relations or relations to many', () => {
    for (const name of publicCollectionNames) {
      const collection = publicCollection(name)!
      for (const member of comparableMembers(collection).keys())
        expect([name, member, ...Object.keys(collection.many).filter((many) => member.split('.')[0] === many)]).toEqual(
          [name, expect.not.stringContaining('_via_')],
        )
      for (const target of [...Object.values(collection.one), ...Object.values(collection.many)])
        expect(publicCollectionNames).toContain(target)
    }
    expect(publicCollection('constructor')).toBeNull()
    expect(publicCollection('users')).toBeNull()
  })
})

it('a refusal is one of our own sentences', () => {
  expect(() => parseFilter('pipeline = secret', comparable)).toThrow(QueryRefused)
  expect(() => parseFilter('pipeline = secret', comparable)).not.toThrow(/secret/)
})

describe('the documentation', () => {
  const file = readFileSync(fileURLToPath(new URL('../../../../docs/scoreboard/queries.md', import.meta.url)), 'utf8')
  covers('D22')
  it('lists the members of each collection', () => {
    const listed = [...file.matchAll(/^\| `(\w+)` +\| (`[^|]*`) +\|$/gm)].map(([, name = '', members = '']) => [
      name,
      members.match(/[\w.]+/g),
    ])
    expect(listed).toEqual(
      publicCollectionNames.map((name) => [name, [...comparableMembers(publicCollection(name)!).keys()]]),
    )
  })
  covers('D22')
  it('lists the relations that expand follows', () => {
    const listed = [...file.matchAll(/^- `(\w+)`: (`\w+`(?:,\s+`\w+`)*)$/gm)].map(([, name = '', relations = '']) => [
      name,
      relations.match(/\w+/g),
    ])
    const followed = publicCollectionNames.map((name) => {
      const { one, many } = publicCollection(name)!
      return [name, [...Object.keys(one), ...Object.keys(many)]]
    })
    expect(listed).toEqual(followed.filter(([, relations]) => relations?.length !== 0))
  })
})

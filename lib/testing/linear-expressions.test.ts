import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { type Expression, expressionsOf } from './expressions'
import { processorMillis } from './processor-time'

/** All programs that read external input: the service with its pages, the reference wallet, hooks and scripts. */
const folders = ['lib', 'app', 'components', 'pb_hooks', 'scripts']
const files = [
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ),
  ...['proxy.ts', 'instrumentation.ts'],
].filter((name) => /(?<!\.test|\.examples|\.d)\.(?:ts|tsx|mjs|js)$/.test(name) && !name.startsWith('lib/testing'))

/** Expressions with more than linear time, and why that does no harm. */
const tolerated: Readonly<Record<string, string>> = {
  '/\\B(?=(\\d{3})+$)/g': 'of the digits of one number of ours',
  '/([^/]+)\\/\\{issuerConfigurationId/': 'of the paths of the interface',
}

/**
 * Expressions built at run time: the resulting sources by the source text of the call, so that a new call is noticed.
 */
const hexDigit = '(?:[0-9a-f]|%(?:25)*(?:3[0-9]|[46][1-6]))'
const constructed: Readonly<Record<string, readonly string[]>> = {
  "new RegExp([8, 4, 4, 4, 12].map((length) => `{digit}{{length}}`).join(hyphen), 'gi')": [
    [8, 4, 4, 4, 12].map((length) => `${hexDigit}{${length}}`).join('(?:-|%(?:25)*2d)'),
  ],
  'new RegExp(`/{walletRoots}/+[^/]+/`)': ['/(?:issuers|authorization-servers|openid4vp)/+[^/]+/'],
  'new RegExp(`/{issuerRoots}/([^/]+)`)': ['/(?:issuers|authorization-servers)/([^/]+)'],
  // The forms that cookies have.
  'new RegExp(`(?:^|;\\\\s*){name}=({form})(?:;|$)`)': [
    '(?:^|;\\s*)wallet_capture_operator=([\\w-]*)(?:;|$)',
    '(?:^|;\\s*)workbench=([\\w-]{22}(?:\\.[\\w-]{22}){0,4})(?:;|$)',
  ],
  'new RegExp(`^(?:{part})+$`)': ['^(?:(\\d+(?:\\.\\d+)?)(ns|us|µs|μs|ms|s|m|h))+$'],
  // Built from paths; these stand for `a/b`, `a/bb` and `a/bc`.
  "new RegExp(`{before}{anyOf(paths)}{after}`, 'g')": [
    '(^-?|[^0-9A-Za-z-]-?|%(?:25)*[0-9A-Fa-f]{2}-?|\\\\[nrt]-?|--)(?:(?:a|%(?:25)*61)(?:(?:\\\\{0,7}/|%(?:25)*2[Ff])(?:(?:b|%(?:25)*62)(?:(?:b|%(?:25)*62)|(?:c|%(?:25)*63))?)))(?!-?[0-9A-Za-z\u00c0-\u024f])',
  ],
  // Built from names of organisations; this stands for `a`.
  "new RegExp(`{before}({anyOf(others)}{below}{1,2})`, 'g')": [
    '(^-?|[^0-9A-Za-z-]-?|%(?:25)*[0-9A-Fa-f]{2}-?|\\\\[nrt]-?|--)((?:a|%(?:25)*61)(?:(?:\\\\{0,7}/|%(?:25)*2[Ff])(?:[0-9A-Za-z\u00c0-\u1fff]|%(?:25)*(?:3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|[89A-Fa-f][0-9A-Fa-f]))(?:(?:-|%(?:25)*2[Dd])?(?:[0-9A-Za-z\u00c0-\u1fff]|%(?:25)*(?:3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|[89A-Fa-f][0-9A-Fa-f])))*){1,2})',
  ],
  // The id of an official case, whose file name may have underscores twice.
  "new RegExp(id.replaceAll('_', '_+').replace(/[-.]/g, '\\\\$&'), 'g')": ['WS_+RP_+MS_+ProtocolMessages_+018_+UF'],
  // Runs on a text that the previous one has read to its end.
  "new RegExp(part, 'g')": [],
}

/** Comments are not needed, and parsing them takes a tenth of the time. */
const plain = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }
const parsed = files.map((file) => expressionsOf(ts.createSourceFile(file, readFileSync(file, 'utf8'), plain)))
const literals = new Map(parsed.flatMap(({ literals }) => literals).map((one) => [one.text, one]))
const built = new Set(parsed.flatMap(({ constructed }) => constructed))

/** Texts that are hard for many expressions. */
const pieces = [
  ...'aA0_-./%="\'\\ \t\n&;,:[{(<~+@',
  ...[
    '\r\n',
    'aA0',
    'ab.',
    '1.',
    'a=',
    'a b',
    '"a":',
    '\\"',
    '://',
    '-----BEGIN',
    '-----END',
    '%2e',
    '%25',
    'a,',
    'a;',
  ],
  ...['<a', 'eyJ', 'dpop: ', 'bearer ', 'a@', 'a\n', '/a', 'a/', 'a-', '/issuers/', '=" ', '"\\'],
]
/**
 * Lengths of the texts, tried in order: exponential time shows at one of the first before it takes forever, cubic and
 * quartic time at the next ones. At the last, quadratic time takes 32 million steps and linear time eight thousand.
 */
const lengths = [16, 20, 24, 32, 40, 52, 68, 88, 200, 500, 8000] as const
const millisMax = 8

/**
 * Texts for one expression: the general ones, and those built from its own parts. Each part, and each pair of
 * consecutive parts, is repeated after what the expression begins with and before something it cannot match.
 */
function* textsFor({ atoms }: Expression): Generator<(length: number) => string> {
  const own = atoms.slice(0, 12)
  const pairs = own.flatMap((atom, index) => own.slice(index + 1, index + 3).map((next) => atom + next))
  const starts = [...new Set(['', own[0] ?? '', own.slice(0, 3).join('')])]
  for (const piece of new Set([...pieces, ...own, ...pairs])) {
    const repeated = (length: number) => piece.repeat(Math.ceil(length / piece.length))
    yield repeated
    // Something unmatchable at the end makes an expression try every way to get there.
    for (const start of pieces.includes(piece) ? [''] : starts) yield (length) => `${start + repeated(length)}\0`
  }
}

/** Whether an expression takes too much CPU time for a text three times in a row, to exclude chance. */
function isSlow({ source, flags }: Expression, text: string): boolean {
  const expression = new RegExp(source, flags)
  return [1, 2, 3].every(() => {
    const started = processorMillis()
    if (flags.includes('g')) text.replace(expression, '')
    else expression.test(text)
    return processorMillis() - started > millisMax
  })
}

const slow = (expression: Expression): boolean => {
  for (const text of textsFor(expression)) if (lengths.some((length) => isSlow(expression, text(length)))) return true
  return false
}

const ofSource = (source: string): Expression =>
  expressionsOf(ts.createSourceFile('one.ts', `const one = /${source}/`, ts.ScriptTarget.Latest, true)).literals[0] ??
  expect.fail(`no expression: ${source}`)

describe('an expression that reads what others send', () => {
  it('takes time that grows as its text does, no faster', () => {
    expect(literals.size).toBeGreaterThan(200)
    const found = [...literals.values()].filter(({ text }) => tolerated[text] === undefined).filter(slow)
    expect(found.map(({ text, file }) => [file, text])).toEqual([])
  })

  it('is known by its source where it is put together at run time', () => {
    expect([...built].toSorted()).toEqual(Object.keys(constructed).toSorted())
    const sources = Object.values(constructed).flat()
    expect(sources.filter((source) => slow(ofSource(source.replaceAll(/(?<!\\)\//g, '\\/'))))).toEqual([])
  })

  it('is tolerated by name only while it is there', () => {
    for (const literal of Object.keys(tolerated)) expect([...literals.keys()]).toContain(literal)
  })
})

describe('this sweep', () => {
  it.each([
    ['a group repeated twice over', '^(a+)+$'],
    ['two ways to take the same', '^(?:a|a)*b$'],
    ['repetitions beside each other', 'x*x*x*y$'],
    ['a beginning that is sought from every place', '[^"]*"'],
    ['a class of its own', '^(?:[q-z]+,?)+;$'],
    ['behind a beginning', '^urn:ietf:([a-z]+:?)*!$'],
    ['blanks at the end', '\\s+$'],
    ['an optional separator', '(?:\\d+_?)+\\.'],
    ['two characters of another alphabet', '(?:é|ü|éü)+$'],
    ['a look-ahead', '(?=(k+k+)+l)k'],
    ['a name that begins anywhere', '([\\w.]+)=\\d'],
  ])('finds one that is slow: %s', (_, source) => expect(slow(ofSource(source))).toBe(true))

  it.each(['^[a-z]{1,64}$', '^(?:[^,]*,)*$', '(?<![\\w])\\w+=', '^\\d+\\.\\d+$', 'abc'])('lets %s pass', (source) =>
    expect(slow(ofSource(source))).toBe(false),
  )

  it.each([
    ['a literal', 'const a = text.replace(/(a+)+$/, "")', ['/(a+)+$/'], []],
    ['new RegExp of a text', 'const a = new RegExp("(a+)+$", "g")', ['/(a+)+$/g'], []],
    ['RegExp without new', "const a = RegExp('(b+)+$')", ['/(b+)+$/'], []],
    ['a text that search makes one of', 'text.search("(c+)+$")', ['/(c+)+$/'], []],
    ['a text that match makes one of', "text.match('(d+)+$')", ['/(d+)+$/'], []],
    ['one that is put together', `const a = new RegExp(\`($${'{part}'}+)+$\`)`, [], ['new RegExp(`({part}+)+$`)']],
    ['the source of another', 'const a = new globalThis.RegExp(b.source)', [], ['new globalThis.RegExp(b.source)']],
    ['in JSX', 'const a = <p>{text.replace(/(e+)+$/, "")}</p>', ['/(e+)+$/'], []],
  ])('sees %s', (_, code, found, put) => {
    const seen = expressionsOf(ts.createSourceFile('one.tsx', code, ts.ScriptTarget.Latest, true))
    expect(seen.literals.map(({ text }) => text)).toEqual(found)
    expect(seen.constructed).toEqual(put)
  })
})

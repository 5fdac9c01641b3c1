import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { processorMillis } from './processor-time'

/** Where what clients send is read. */
const folders = ['lib/core', 'lib/server', 'lib/adapters', 'lib/queries']

/** Expressions whose time grows faster than their text, and why that does no harm. */
const tolerated: Readonly<Record<string, string>> = {
  '/\\B(?=(\\d{3})+$)/g': 'of the digits of one number of ours',
  '/(\\d+(?:\\.\\d+)?)(ns|us|µs|μs|ms|s|m|h)/g': 'of a text that another expression has read to its end',
  '/([^/]+)\\/\\{/': 'of the paths of the interface',
}

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
const endings = ['', '\0']
const texts = (length: number): string[] =>
  pieces.flatMap((piece) => endings.map((ending) => piece.repeat(Math.ceil(length / piece.length)) + ending))

interface Expression {
  readonly literal: string
  readonly source: string
  readonly flags: string
  readonly file: string
}

function expressionsIn(file: string): Expression[] {
  const found: Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? []
      found.push({ literal: node.text, source, flags, file })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest))
  return found
}

const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test|\.examples|\.d)\.ts$/.test(name))
    .map((name) => join(folder, name)),
)
const expressions = new Map(files.flatMap(expressionsIn).map((expression) => [expression.literal, expression]))

const millisMax = 8

/** True when an expression takes too much processor time for a text, three times in a row: once may be anything. */
function isSlow({ source, flags }: Expression, text: string): boolean {
  const expression = new RegExp(source, flags)
  return [1, 2, 3].every(() => {
    const started = processorMillis()
    if (flags.includes('g')) text.replace(expression, '')
    else expression.test(text)
    return processorMillis() - started > millisMax
  })
}

describe('an expression that reads what clients send', () => {
  it('takes time that grows as its text does, no faster', () => {
    expect(expressions.size).toBeGreaterThan(100)
    // Square time takes 32 million steps for a text as short as this, linear time eight thousand.
    const short = texts(8000)
    const slow = [...expressions.values()].filter((expression) => short.some((text) => isSlow(expression, text)))
    expect(
      slow.filter(({ literal }) => tolerated[literal] === undefined).map(({ literal, file }) => [file, literal]),
    ).toEqual([])
  })

  it('is tolerated by name only while it is there', () => {
    for (const literal of Object.keys(tolerated)) expect([...expressions.keys()]).toContain(literal)
  })
})

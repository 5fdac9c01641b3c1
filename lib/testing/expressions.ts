import ts from 'typescript'

/** A regular expression in a program. */
export interface Expression {
  readonly text: string
  readonly source: string
  readonly flags: string
  readonly file: string
  /** Texts that its parts match, in order; for a class, some of its characters. */
  readonly atoms: readonly string[]
}

/** Methods that turn a string into a regular expression. */
const makers: ReadonlySet<string> = new Set(['match', 'matchAll', 'search'])

/**
 * The regular expressions of a source file: literals, including strings that become one, and the source text of calls
 * that build one dynamically.
 */
export function expressionsOf(file: ts.SourceFile): {
  readonly literals: Expression[]
  readonly constructed: string[]
} {
  const literals: Expression[] = []
  const constructed: string[] = []
  const add = (source: string, flags: string): void => {
    literals.push({ text: `/${source}/${flags}`, source, flags, file: file.fileName, atoms: atomsOf(source) })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      add(node.text.slice(1, end), node.text.slice(end + 1))
    }
    if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
      const [pattern, flags] = node.arguments ?? []
      if (/^(?:globalThis\.)?RegExp$/.test(node.expression.getText(file))) {
        if (pattern !== undefined && ts.isStringLiteralLike(pattern))
          add(pattern.text, flags && ts.isStringLiteralLike(flags) ? flags.text : '')
        else if (pattern === undefined || !ts.isRegularExpressionLiteral(pattern))
          constructed.push(node.getText(file).replace(/\$\{/g, '{'))
      } else if (
        ts.isPropertyAccessExpression(node.expression) &&
        makers.has(node.expression.name.text) &&
        pattern !== undefined &&
        ts.isStringLiteralLike(pattern)
      )
        add(pattern.text, '')
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return { literals, constructed }
}

const samplesOfEscape: Readonly<Record<string, readonly string[]>> = {
  d: ['0'],
  D: ['a', '-'],
  w: ['a', '_'],
  W: ['-', ' '],
  s: [' ', '\n'],
  S: ['a', '!'],
  t: ['\t'],
  r: ['\r'],
  n: ['\n'],
  '0': ['\0'],
  b: [],
  B: [],
  p: ['é'],
  P: ['a'],
  k: [],
}
/** Characters that include some of every negated class. */
const common = [...'a0-. "\'/=,;:&\\\n!']

/** A character, class or escape at a position of an expression; `next` is the position after it. */
function atomAt(source: string, at: number): { readonly samples: readonly string[]; readonly next: number } {
  const escaped = /^\\(?:x([0-9a-f]{2})|u\{?([0-9a-f]{4,6})\}?|[pP]\{[^}]*\}|k<[^>]*>|c[a-z]|(.))/is.exec(
    source.slice(at),
  )
  if (escaped) {
    const [whole, hex, unicode, character = ''] = escaped
    const code = hex ?? unicode
    const samples =
      code === undefined
        ? (samplesOfEscape[character === '' ? (whole[1] ?? '') : character] ?? [character])
        : [String.fromCodePoint(Number.parseInt(code, 16))]
    return { samples, next: at + whole.length }
  }
  if (source[at] === '[') return classAt(source, at)
  const character = String.fromCodePoint(source.codePointAt(at) ?? 0)
  return { samples: character === '.' ? ['a', '!'] : [character], next: at + character.length }
}

function classAt(source: string, start: number): ReturnType<typeof atomAt> {
  const negated = source[start + 1] === '^'
  let at = start + (negated ? 2 : 1)
  const members: string[] = []
  while (at < source.length && source[at] !== ']') {
    const atom = source[at] === '[' ? { samples: ['['], next: at + 1 } : atomAt(source, at)
    members.push(...(source[at] === '.' ? ['.'] : atom.samples))
    at = atom.next
  }
  if (!negated) return { samples: [...new Set(members)].slice(0, 4), next: at + 1 }
  const matches = new RegExp(source.slice(start, at + 1), 'u'.repeat(Number(/\\(?:[pP]|u\{)/.test(source))))
  return { samples: common.filter((character) => matches.test(character)).slice(0, 3), next: at + 1 }
}

/** Syntax that matches no text itself: group openings, quantifiers, anchors, alternation. */
const sign = /^(?:\(\?(?:<?[=!]|:|<[^>]*>|[ims-]+:)|[()|^$]|(?:[*+?]|\{\d+(?:,\d*)?\})\??)/

function atomsOf(source: string): string[] {
  const atoms: string[] = []
  let run = ''
  const endRun = () => {
    if (run.length > 1) atoms.push(run)
    run = ''
  }
  for (let at = 0; at < source.length; ) {
    const [skipped] = sign.exec(source.slice(at)) ?? []
    if (skipped !== undefined) {
      endRun()
      at += skipped.length
      continue
    }
    const { samples, next } = atomAt(source, at)
    if (samples.length === 1) run += samples[0]
    else endRun()
    atoms.push(...samples)
    at = next
  }
  endRun()
  return [...new Set(atoms)]
}

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const flows = fileURLToPath(new URL('../../e2e/flows', import.meta.url))

/** The source of every flow and its helpers. */
export const flowSources = (): readonly string[] =>
  readdirSync(flows, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(`${flows}/${file}`, 'utf8'))

const startsSession = {
  issuance: /['"`}]\/sessions\b|createHandWallet|createHandCodeWallet|issuer_configuration_id/,
  presentation: /\/openid4vp\/sessions|HandPresenter|BrowserPresenter/,
} as const

/** Options that no flow sets: no flow that starts sessions of this kind contains the name as a member or text. */
export function unusedOptions(
  kind: keyof typeof startsSession,
  options: readonly string[],
  sources: readonly string[],
): readonly string[] {
  const ofKind = sources.filter((source) => startsSession[kind].test(source))
  return options.filter((option) => {
    const use = new RegExp(`\\b${option}\\b\\s*:|[{,]\\s*${option}\\s*[,}]|['"]${option}['"]`)
    return !ofKind.some((source) => use.test(source))
  })
}

interface Operation {
  readonly id: string
  readonly method: string
  /** Each with its variables in braces. */
  readonly paths: readonly string[]
}

/**
 * Operations that no flow calls: none contains one of their paths, or what follows its first variable, in a file that
 * sends the method.
 */
export const uncalledOperations = (operations: readonly Operation[], sources: readonly string[]): readonly string[] =>
  operations
    .filter(({ method, paths }) => {
      const patterns = paths.map(callPattern)
      return !sources.some((source) => sends(method).test(source) && patterns.some((pattern) => pattern.test(source)))
    })
    .map(({ id }) => id)

/** A request without a method is a GET. */
const sends = (method: string): RegExp =>
  method === 'GET' ? /(?:)/ : new RegExp(`['"]${method}['"]|\\b${method.toLowerCase()}[A-Z]?\\w*\\(`)

function callPattern(path: string): RegExp {
  const parts = path.split('/').slice(1)
  const source = (some: readonly string[]): string =>
    some
      .map((part) => `/${part.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '(?:\\$\\{[^}]*\\}|[^/\\s\'"`]+)')}`)
      .join('')
  const variable = parts.findIndex((part) => part.startsWith('{'))
  const tail = variable === -1 ? [] : parts.slice(variable + 1)
  const end = '(?![\\w/-])'
  return new RegExp(
    tail.some((part) => !part.startsWith('{'))
      ? `(?:['"\`}]|${source(parts.slice(0, variable + 1))})${source(tail)}${end}`
      : `['"\`}]${source(parts)}${end}`,
  )
}

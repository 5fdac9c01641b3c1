import { contractEntry, type OperationId, operationIds } from '@/lib/contract/contract'
import { isBuiltFile, type PageRoute, pageRoutes } from './page-routes'

/** What a request target resolves to. */
export type Route =
  | { readonly kind: 'operation'; readonly operation: OperationId; readonly params: Readonly<Record<string, string>> }
  /** A known path without the method, or an unknown path. */
  | {
      readonly kind: 'miss'
      readonly operation: OperationId | null
      readonly allow: readonly string[]
      readonly params: Readonly<Record<string, string>>
      /** `interface`: from a program, answer with JSON. `pages`: may be from a person. */
      readonly near: 'interface' | 'pages'
    }
  /** One of our pages, or a file that pages need. */
  | { readonly kind: 'page'; readonly page: PageRoute }

interface Pattern {
  readonly operation: OperationId
  readonly methods: readonly string[]
  readonly segments: readonly string[]
}

const pagePatterns = pageRoutes.map((page) => ({ page, segments: page.path.split('/') }))
const builtFile: PageRoute = { path: '/_next/static', methods: ['GET', 'HEAD'], evidence: false }

const patterns: readonly Pattern[] = operationIds.map((operation) => {
  const { method, path, head } = contractEntry(operation)
  return {
    operation,
    methods: method === 'GET' && head !== false ? ['GET', 'HEAD'] : [method],
    segments: path.split('/'),
  }
})

/** By the number of their segments: others cannot match. */
const patternsByLength = new Map<number, Pattern[]>()
for (const pattern of patterns) {
  const sameLength = patternsByLength.get(pattern.segments.length) ?? []
  sameLength.push(pattern)
  patternsByLength.set(pattern.segments.length, sameLength)
}

/** First segments that belong to the interface: a path below one of them is never a page. */
const reserved = new Set([
  '.well-known',
  'issuers',
  'authorization-servers',
  'sessions',
  'openid4vp',
  'oid4vci',
  'api',
  'healthz',
  'readyz',
  'metrics',
  'pki',
  'media',
  'badge',
  'campaigns',
  'checks.json',
  'coverage',
  'presets.json',
  'fcaf.json',
  'openapi.json',
])

/**
 * Finds the operation of a request by its method and its path as received. `HEAD` is answered as `GET` wherever a `GET`
 * only reads.
 */
export function route(method: string, path: string): Route {
  const segments = path.split('/')
  if (!isCanonical(path, segments)) return nowhere('interface')
  const candidates = (patternsByLength.get(segments.length) ?? []).flatMap((pattern) => {
    const params = match(pattern.segments, segments)
    return params === null ? [] : [{ pattern, params }]
  })
  const literal = candidates.filter(({ params }) => Object.keys(params).length === 0)
  // A path without variables takes precedence over one with variables.
  const matches = literal.length > 0 ? literal : candidates
  const hit = matches.find(({ pattern }) => pattern.methods.includes(method))
  if (hit) return { kind: 'operation', operation: hit.pattern.operation, params: hit.params }
  const [other] = matches
  if (other) {
    const allow = matches.flatMap(({ pattern }) => pattern.methods)
    return { kind: 'miss', operation: other.pattern.operation, allow, params: other.params, near: 'interface' }
  }
  if (isReserved(segments)) return nowhere('interface')
  const page = pageAt(path, segments)
  if (page === null) return nowhere('pages')
  if (page.methods.includes(method)) return { kind: 'page', page }
  return { ...nowhere('pages'), allow: page.methods }
}

const nowhere = (near: 'interface' | 'pages') =>
  ({ kind: 'miss', operation: null, allow: [] as readonly string[], params: {}, near }) as const

/** The page at a path. Unlisted paths are not pages: Next would accept more paths than we check. */
function pageAt(path: string, segments: readonly string[]): PageRoute | null {
  if (isBuiltFile(path)) return builtFile
  // Next strips the suffix and serves the path before it.
  if (segments.some((segment) => /\.rsc$/i.test(decode(segment) ?? ''))) return null
  return pagePatterns.find((pattern) => match(pattern.segments, segments) !== null)?.page ?? null
}

const entries = operationIds.map(contractEntry)

/** Last segments of the addresses below an issuer, such as `token`. */
const issuerAddresses = new Set(entries.flatMap(({ path }) => /^\/issuers\/\{\w+\}\/([^/{}]+)$/.exec(path)?.[1] ?? []))

/** First segments of paths that wallets request, such as `issuers`. */
const walletRoots = alternatives(
  entries.flatMap(({ area, path }) => (area === 'wallet' ? (/^\/([^/.]+)\//.exec(path)?.[1] ?? []) : [])),
)
const belowWalletRoot = new RegExp(`/${walletRoots}/+[^/]+/`)

/** Segments that are followed by the name of an issuer configuration. */
const issuerRoots = alternatives(
  entries.flatMap(({ underIssuer, path }) => (underIssuer ? (/([^/]+)\/\{/.exec(path)?.[1] ?? []) : [])),
)
const namedIssuer = new RegExp(`/${issuerRoots}/([^/]+)`)

/** A regular expression that matches any of the words. */
function alternatives(words: readonly string[]): string {
  return `(?:${[...new Set(words)].join('|')})`
}

/**
 * True for a path whose requests are evidence even if no endpoint exists there: any that names an issuer or a
 * well-known document, and an issuer path with the issuer missing.
 */
export function isEvidencePath(path: string): boolean {
  const [, address] = /^\/+([^/]+)\/*$/.exec(path) ?? []
  if (address !== undefined && issuerAddresses.has(address)) return true
  return belowWalletRoot.test(path) || /^\/+\.well-known(\/|$)|\/\.well-known\//.test(path)
}

/** The issuer configuration named in a path, even if no endpoint exists there; empty if none. */
export const issuerNamedIn = (path: string): string => namedIssuer.exec(path)?.[1] ?? ''

/**
 * True if no part of the path would be rewritten later: dot segments, backslashes and fragments would lead a framework
 * to a different page from the one checked here.
 */
function isCanonical(path: string, segments: readonly string[]): boolean {
  if (!path.startsWith('/') || /[\\#]/.test(path)) return false
  return segments.every((segment) => {
    const plain = decode(segment)
    return plain !== null && plain !== '.' && plain !== '..'
  })
}

function isReserved(segments: readonly string[]): boolean {
  const first = segments.find((segment) => segment !== '') ?? ''
  return (
    reserved.has(decode(first) ?? first) ||
    segments.includes('.well-known') ||
    (segments[1] === '' && segments.length > 2)
  )
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const segment = decode(segments[index] ?? '')
    if (segment === null) return null
    if (expected.startsWith('{')) {
      if (segment === '') return null
      params[expected.slice(1, -1)] = segment
    } else if (expected !== segment) return null
  }
  return params
}

function decode(segment: string): string | null {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

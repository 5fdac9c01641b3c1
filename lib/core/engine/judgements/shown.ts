import type { ChainError, ChainRule } from '../../shared/ports/certificate-facts'
import { isWording, listed, quote, quoteStart, say, type Wording, word } from '../../shared/values/wording'

/**
 * Matches a compact JWS or JWE, or the beginning of one. The lookbehind lets a match start only at the start of a part,
 * which keeps matching linear.
 */
const tokenLike = /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]+(\.|$)|^eyJ/

/** Values longer than this are not examined: no reader compares them. */
const lookedAtMax = 16 * 1024

/**
 * A value from a wallet in a form that is safe for a finding: short, and never a token, not even a misplaced one. An
 * absent value is `null`; for objects and arrays only the kind is shown.
 */
export function shown(value: unknown): null | number | boolean | Wording {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (isWording(value)) return value
  if (Array.isArray(value)) return say`an array of ${value.length}`
  return typeof value === 'string' ? shownText(value) : say`an ${typeof value}`
}

function shownText(value: string): Wording {
  if (value.length > lookedAtMax) return say`a value of ${value.length} characters`
  if (tokenLike.test(value) && !/^[a-z][a-z0-9+.-]*:/i.test(value)) return say`a token of ${value.length} characters`
  return value.length > 200 ? say`${quoteStart(value, 200)} (${value.length} characters)` : quote(value)
}

/** Maximum length of a name: anything longer is a value used as a name. */
const nameCharactersMax = 64

/**
 * A name chosen by a wallet in a form that is safe for a finding: if it is too long for a name, only its length is
 * shown.
 */
export const shownName = (name: string): Wording =>
  name.length > nameCharactersMax ? say`a name of ${name.length} characters` : shownText(name)

/** The JSON form of a value that is another one than was due. */
export function formOf(value: unknown): Wording {
  if (value === null) return say`null`
  if (value === undefined) return say`absent`
  if (Array.isArray(value)) return say`an array`
  if (typeof value === 'object') return say`an object`
  return say`a ${word(typeof value as 'string' | 'number' | 'boolean')}`
}

/** How many names of a list a finding shows. */
const namesMax = 10

/**
 * The first names of parameters or members that a wallet made up. If a name has characters that names do not have, it
 * is misplaced content, such as a whole body that is not a form: only its length is shown.
 */
export const shownNames = (names: readonly string[]): Wording[] =>
  names
    .slice(0, namesMax)
    .map((name) => (/^[\w.[\]-]*$/.test(name) ? shownName(name) : say`a name of ${name.length} characters`))

/**
 * The path of a claim for a finding: its names separated by slashes. A name that may itself be personal data, because
 * it is long or looks like an address, is not shown.
 */
export const shownPath = (path: readonly (string | number | null)[]): Wording =>
  listed(
    path.map((part) => (part === null ? say`*` : typeof part === 'number' ? quote(String(part)) : shownMember(part))),
    '/',
  )

const shownMember = (name: string): Wording =>
  name.length > 64 || name.includes('@') ? say`a name of ${name.length} characters` : say`${shown(name)}`

/** Number of paths that a finding lists; the rest are counted. */
const pathsMax = 20

/** Several paths: the first ones by name, the rest counted. */
export const shownPaths = (paths: readonly (readonly (string | number | null)[])[]): Wording[] => [
  ...paths.slice(0, pathsMax).map(shownPath),
  ...(paths.length > pathsMax ? [say`and ${paths.length - pathsMax} more`] : []),
]

/** Describes the violated rule of a chain of `count` certificates, for a finding. Certificates are counted from 1. */
export function shownChainError({ rule, place, extension }: ChainError, count: number): Wording {
  const what = place === 0 ? say`the leaf` : place >= count ? say`the trust anchor` : say`certificate ${place + 1}`
  return extension === null ? texts[rule](what) : say`${texts[rule](what)} (${extension})`
}

const texts: Readonly<Record<ChainRule, (what: Wording) => Wording>> = {
  names: (what) => say`${what} names another issuer than the next certificate`,
  signature: (what) => say`${what} has a signature that the next certificate did not make`,
  extension_unreadable: (what) => say`${what} has an extension that cannot be read`,
  extension_twice: (what) => say`${what} has the same extension twice`,
  critical_extension: (what) => say`${what} has a critical extension that is not processed`,
  twice: (what) => say`${what} comes twice`,
  ca: (what) => say`${what} is no CA`,
  key_usage: (what) => say`${what} has a key usage without keyCertSign`,
  path_length: (what) => say`${what} allows fewer CAs below it`,
  key_identifier: (what) => say`${what} has another key identifier than the one it issued names`,
  name_constraints: (what) => say`${what} has a name that a CA above it does not allow`,
  name_constraints_unprocessed: (what) => say`${what} has name constraints that cannot be applied`,
  not_yet_valid: (what) => say`${what} is not valid yet`,
  expired: (what) => say`${what} has expired`,
}

/**
 * Whether the rule forbids using a certificate at all, whoever issued it. The other rules only mean that a chain ends
 * in no anchor. RFC 5280 section 4.2
 */
export const isUnusable = (error: ChainError | null): error is ChainError => error !== null && unusable.has(error.rule)

const unusable: ReadonlySet<ChainRule> = new Set([
  'extension_unreadable',
  'extension_twice',
  'critical_extension',
  'name_constraints_unprocessed',
])

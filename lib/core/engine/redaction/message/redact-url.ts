import { formDecode } from '../../../shared/http/read-form'
import { isLaboratoryId } from '../../../shared/ports/laboratory'
import type { Names } from '../names/names'
import { looksOpaque } from '../tokens/token-text'
import { percentDecode } from '../values/normalise-text'
import { isRemovalMark, redactText, redactVisible, removed } from '../values/redact-text'

/**
 * True for the segment of a path that names a laboratory: it looks random, and is public, because everything that such an
 * issuer serves and signs carries it.
 */
const isPublicSegment = (segments: readonly string[], index: number): boolean =>
  segments[index - 1] === 'lab' && isLaboratoryId(segments[index] ?? '')

/** Paths that lead to a workbench, also with slashes too many or encoded: who has one has what it opens. */
const workbenchPath = /((?:\/|%2F)(?:workbenches|view|w|d)(?:\/|%2F)+)[\w-]{22}(?![\w-])/gi

/** A text with `~` in place of each id of a workbench in a path. */
export const withoutWorkbenchId = (text: string): string => text.replace(workbenchPath, '$1~')

/** How many levels of nested addresses to redact: a `redirect_uri` in a `Location` in a query. */
const nestingMax = 3

/** True if the whole text is an address with any scheme, or a relative one with a query. */
export const looksLikeUrl = (text: string): boolean =>
  text.length <= 16_384 &&
  (/^[A-Za-z][A-Za-z0-9+.-]{0,63}:\/\//.test(text) || /^[^\s?#]{0,2048}[?#][^\s=]{1,128}=/.test(text))

/**
 * Redacts an address, e.g. a `Location` header or a `redirect_uri`. Scheme, host, path and parameter names stay; the
 * user part and the values of sensitive parameters in query and fragment are removed. Never throws.
 */
export const redactUrl = (url: string, names: Names): string => redactAddress(url, { names, nesting: 0 })

/** How deeply an address is nested in others. */
interface Depth {
  readonly names: Names
  readonly nesting: number
}

function redactAddress(url: string, depth: Depth): string {
  const hash = url.indexOf('#')
  const beforeHash = hash < 0 ? url : url.slice(0, hash)
  const question = beforeHash.indexOf('?')
  const base = question < 0 ? beforeHash : beforeHash.slice(0, question)
  const query = question < 0 ? '' : `?${redactParameters(beforeHash.slice(question + 1), depth)}`
  const fragment = hash < 0 ? '' : `#${redactParameters(url.slice(hash + 1), depth)}`
  return redactBase(withoutUserinfo(base), depth.names) + query + fragment
}

/** Redacts scheme, host and path. No well-known address has a segment that looks random. */
const redactBase = (base: string, names: Names): string =>
  redactVisible(withoutWorkbenchId(base), names)
    .split('/')
    .map((segment, index, all) =>
      !isPublicSegment(all, index) && looksOpaque(percentDecode(segment))
        ? removed('redacted', segment.length)
        : segment,
    )
    .join('/')

/** Removes `user:password@` before the host. RFC3986-3.2.1 */
const withoutUserinfo = (base: string): string =>
  base.replace(
    /^([^/]*:\/\/)([^/]*)@/,
    (_, start: string, userinfo: string) => `${start}${removed('userinfo', userinfo.length)}@`,
  )

const redactParameters = (text: string, depth: Depth): string =>
  text
    .split('&')
    .map((pair) => redactPair(pair, depth))
    .join('&')

function redactPair(pair: string, depth: Depth): string {
  const equals = pair.indexOf('=')
  if (equals < 0) return looksOpaque(pair) ? removed('redacted', pair.length) : redactVisible(pair, depth.names)
  const name = pair.slice(0, equals)
  const value = pair.slice(equals + 1)
  const shownName = looksOpaque(name) ? removed('name', name.length) : redactVisible(name, depth.names)
  return `${shownName}=${redactParameter(name, value, depth)}`
}

function redactParameter(name: string, value: string, { names, nesting }: Depth): string {
  if (value === '' || isRemovalMark(value)) return value
  if (names.isSensitive(name)) return removed('redacted', value.length)
  const decoded = formDecode(value)
  if (/^\s*[{[]/.test(decoded)) return removed('json', value.length)
  if (!names.isVisible(name) && looksOpaque(decoded)) return removed('redacted', value.length)
  if (!looksLikeUrl(decoded)) return redactVisible(value, names)
  if (nesting >= nestingMax) return removed('redacted', value.length)
  const redacted = redactAddress(decoded, { names, nesting: nesting + 1 })
  return redacted === decoded ? value : redacted
}

/**
 * Redacts the path of a request target, because a token or code that a wallet puts there must not be recorded.
 * Everything else stays as received, including percent-encoding.
 */
export const redactPath = (path: string, names: Names): string =>
  withoutWorkbenchId(path.slice(0, 16_384))
    .split('/')
    .map((segment, index, all) =>
      !isPublicSegment(all, index) && looksOpaque(percentDecode(segment))
        ? removed('redacted', segment.length)
        : redactText(segment, names),
    )
    .join('/')
    .slice(0, 2048)

import { looksOpaque } from '../../engine/redaction/tokens/token-text'
import type { Exchange } from '../../shared/http/exchange'

/** Places in a request that reveal its person or device; never values. */
export interface PrivacyReading {
  /** Credential-bearing header fields, which do not belong in a presentation. OID4VP-1FINAL-15.8 */
  readonly credentialHeaders: readonly string[]
  /**
   * Header fields that identify a device or app, including `user-agent` with a version or device. OID4VP-1FINAL-15.6
   */
  readonly identifyingHeaders: readonly string[]
  /** Places that name a person or key, with the kind of value. */
  readonly personal: readonly PersonalTrace[]
}

interface PersonalTrace {
  /** e.g. `header x-user`, `query`, `body`. */
  readonly place: string
  readonly kind: 'email' | 'did' | 'jwt' | 'jwk'
}

const credentialNames = ['authorization', 'cookie', 'proxy-authorization', 'dpop']

/** Header fields that every HTTP client or proxy adds, without device information. */
const ordinaryExtensions = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-real-ip',
  'x-request-id',
]

/** Finds traces in headers, query and `body`, the part of the body without its own checks. Never throws. */
export function readPrivacy(exchange: Exchange, { body }: { readonly body: string }): PrivacyReading {
  const names = exchange.headers.map(([name]) => name.toLowerCase())
  const identifying = exchange.headers.filter(([name, value]) => identifies(name.toLowerCase(), value))
  return {
    credentialHeaders: credentialNames.filter((name) => names.includes(name)),
    identifyingHeaders: [...new Set(identifying.map(([name]) => shownHeader(name)))],
    personal: [
      ...exchange.headers
        .filter(([name]) => !credentialNames.includes(name.toLowerCase()))
        .flatMap(([name, value]) => tracesIn(`header ${shownHeader(name)}`, value)),
      ...tracesIn('query', decoded(exchange.query ?? '')),
      ...tracesIn('body', decoded(body)),
    ],
  }
}

/** Lower-case name of a header field; its length if it looks like a value. */
const shownHeader = (name: string): string =>
  name.length > 64 || looksOpaque(name) ? `with a name of ${name.length} characters` : name.toLowerCase()

function identifies(name: string, value: string): boolean {
  if (name === 'user-agent') return deviceWords.test(value)
  if (name.startsWith('sec-ch-')) return true
  return name.startsWith('x-') && !ordinaryExtensions.includes(name)
}

/**
 * A multi-part version, operating system or build distinguishes devices. The look-behind starts a version at its first
 * digit only, which keeps matching linear.
 */
const deviceWords =
  /(?<!\d)\d+\.\d+\.\d+|\b(android|iphone|ipad|ios|darwin|build|samsung|pixel|huawei|xiaomi)(?![a-z])/i

const patterns: ReadonlyArray<readonly [kind: PersonalTrace['kind'], pattern: RegExp]> = [
  ['email', /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,8}/],
  ['did', /\bdid:[a-z0-9]{1,32}:[A-Za-z0-9._%:-]{3,}/],
  ['jwt', /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{2,}\.[A-Za-z0-9_-]*/],
  ['jwk', /"kty"\s*:\s*"(EC|OKP|RSA)"/],
]

/** Maximum characters searched; traces appear early or not at all. */
const lookedThroughMax = 64 * 1024

function tracesIn(place: string, text: string): PersonalTrace[] {
  const part = text.slice(0, lookedThroughMax)
  return patterns.filter(([, pattern]) => pattern.test(part)).map(([kind]) => ({ place, kind }))
}

/** Percent-decodes as much as possible: a form hides an `@` as `%40`. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.slice(0, lookedThroughMax).replaceAll('+', ' '))
  } catch {
    return text
  }
}

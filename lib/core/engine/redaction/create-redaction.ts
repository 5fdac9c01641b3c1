import { publicMembers } from '../../shared/jose/jwk'
import type { Digest, ReadCertificates, Sha256 } from '../../shared/ports/ports'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { secretCharactersMin } from './message/finish-strings'
import type { Redaction, RedactionProfile } from './redaction'
import { certificateView } from './tokens/certificate-view'
import { credentialView } from './tokens/credential-view'
import { describeToken } from './tokens/describe-token'
import type { ReadToken, Revealed } from './tokens/read-token'
import { createPersonalValues, type PersonalValues } from './values/personal-values'

/** How many certificate chains of one exchange to examine. */
const chainsMax = 8
/** Text that turns out not to be a token takes work too, so it counts towards this limit. */
const looksPerToken = 4

export interface RedactionTools {
  /** The rules that the protocol of the exchange adds. */
  readonly profile: RedactionProfile
  /** 16 hexadecimal digits of a hash keyed by the installation; always the same for the same value. */
  readonly fingerprint: (value: string) => string
  /** Tokens that the endpoint read or made, by their text. */
  readonly tokens?: ReadonlyMap<string, ReadToken>
  /**
   * JSON values that the endpoint parsed from texts in the request, by the text as received; `undefined` if it was not
   * JSON.
   */
  readonly jsonTexts?: ReadonlyMap<string, Json | undefined>
  /** Presented credentials whose values are shown, by their issuer-signed text. */
  readonly revealed?: ReadonlyMap<string, Revealed>
  /** RFC 7638 thumbprint of a public key; `null` for anything else. */
  readonly thumbprint?: (jwk: JsonObject) => string | null
  readonly readCertificates?: ReadCertificates
  readonly sha256?: Sha256
  readonly digest?: Digest
  /** Values that we sent and the peer may repeat: never personal data, whatever they contain. */
  readonly sent?: readonly string[]
}

/** The redaction of one exchange, and what it collects on the way. */
export interface CollectingRedaction extends Redaction {
  /** Views of the tokens found, in order, each with `source`. */
  readonly decoded: readonly JsonObject[]
  readonly secrets: ReadonlySet<string>
  /** Personal values that were redacted. */
  readonly personalValues: PersonalValues
}

/** Prepares the redaction of one exchange or one value. Limits how much work one exchange can cause. */
export function createRedaction(tools: RedactionTools): CollectingRedaction {
  const { profile } = tools
  const decoded: JsonObject[] = []
  const secrets = new Set<string>()
  const personalValues = createPersonalValues(tools.sent)
  const readKeys = () => {
    const found = [...(tools.tokens?.values() ?? [])].flatMap(({ keys }) => [...keys])
    const read = new Map(found.map(([jwk, thumbprint]) => [membersText(jwk), thumbprint]))
    // Anything but a public key has no thumbprint.
    read.delete(null)
    return read
  }
  let thumbprints: ReturnType<typeof readKeys> | null = null
  let chains = 0
  let looked = 0
  const redaction: CollectingRedaction = {
    profile,
    decoded,
    secrets,
    personalValues,
    fingerprint: tools.fingerprint,
    ...(tools.sha256 === undefined ? {} : { sha256: tools.sha256 }),
    ...(tools.digest === undefined ? {} : { digest: tools.digest }),
    tokenOf: (token) => tools.tokens?.get(token) ?? null,
    jsonOf: (text) => (tools.jsonTexts?.has(text) ? { value: tools.jsonTexts.get(text) } : null),
    revealOf: (token) => tools.revealed?.get(token) ?? null,
    thumbprint: (jwk) => {
      if (!isJsonObject(jwk)) return null
      thumbprints ??= readKeys()
      const plain = thumbprints.get(membersText(jwk)) ?? thumbprintOf(jwk, tools.thumbprint)
      // A plain thumbprint identifies its holder at every service that sees the key; a keyed one does not.
      return plain !== null && profile.isPersonal ? tools.fingerprint(plain) : plain
    },
    describe: (token, name, place) => {
      if (decoded.length >= profile.limits.tokens || looked >= profile.limits.tokens * looksPerToken) return null
      looked += 1
      // Reserves the position before nested tokens take the next ones.
      const entry: JsonObject = { source: place.source }
      decoded.push(entry)
      const view = describeToken(token, name, place, redaction)
      if (view === null) decoded.splice(decoded.indexOf(entry), 1)
      else Object.assign(entry, view)
      return view
    },
    describeIssued: (credential, place) => {
      if (profile.describeIssued === undefined) return
      const described = tools.tokens?.get(credential)?.says ?? profile.describeIssued(credential)
      if (described === null) return
      const view = credentialView(described, redaction)
      const known = decoded.find(({ source }) => source === place.source)
      if (known !== undefined) Object.assign(known, view)
      else if (decoded.length < profile.limits.tokens) decoded.push({ source: place.source, ...view })
    },
    certificates: (x5c) =>
      certificateView({
        x5c,
        readCertificates: ++chains > chainsMax ? undefined : tools.readCertificates,
        names: profile.names,
      }),
    remember: (secret) => {
      if (secret.length < secretCharactersMin || secrets.size >= profile.limits.secrets) return
      if (looksSecret(secret) && !profile.names.isVisible(secret)) secrets.add(secret)
    },
    rememberPersonal: (value) => {
      if (!isInstant(value)) personalValues.add(value)
    },
    rememberOfIssuer: personalValues.addOfIssuer,
    nameOfPeer: personalValues.addName,
  }
  return redaction
}

/**
 * A timestamp in seconds since 1970. Tokens made in the same second share it, so it must not count as a personal value.
 */
const isInstant = (value: string | number | boolean): boolean =>
  typeof value === 'number' && value >= 1e9 && value < 1e10

/**
 * True for a single run of characters with a digit. A `state` that repeats an address or a word must not remove that
 * from the record.
 */
const looksSecret = (text: string): boolean => /^[\w.~+/=-]+$/.test(text) && /[0-9]/.test(text)

/**
 * A text that identifies a public key wherever it occurs: its members in the order of RFC 7638. `null` for anything
 * else.
 */
function membersText(jwk: unknown): string | null {
  const members = publicMembers(jwk)
  return members && JSON.stringify(members)
}

function thumbprintOf(jwk: JsonObject, thumbprint: RedactionTools['thumbprint']): string | null {
  try {
    return thumbprint?.(jwk) ?? null
  } catch {
    return null
  }
}

const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)

import type { JsonObject } from '../../json'
import type { ReadCertificates } from '../../ports'
import { certificateView } from './certificate-view'
import { credentialView } from './credential-view'
import { describeToken, type TokenTools } from './describe-token'
import { secretCharactersMin } from './finish-strings'
import type { Redaction } from './redaction'
import { isVisibleName } from './sensitive-names'

/** Tokens of one exchange that are decoded, chains that are looked into, secrets that are looked for elsewhere. */
const tokensMax = 32
const chainsMax = 8
const secretsMax = 64

export interface RedactionTools extends TokenTools {
  /** 16 hexadecimal digits of a hash under the installation's own key; the same for the same value. */
  readonly fingerprint: (value: string) => string
  readonly readCertificates?: ReadCertificates
  /** What an issued credential says: `kind`, and members without salt, digest or signature. `null` for anything else. */
  readonly describeCredential?: (credential: string) => JsonObject | null
}

/** A redaction of one exchange, with what it collects on the way. */
export interface CollectingRedaction extends Redaction {
  /** Views of the tokens found, in order, each with `source`. */
  readonly decoded: readonly JsonObject[]
  readonly secrets: ReadonlySet<string>
}

/** Prepares the redaction of one exchange or one value. Bounds how much work a single exchange can ask for. */
export function createRedaction(tools: RedactionTools, known: Iterable<string> = []): CollectingRedaction {
  const decoded: JsonObject[] = []
  const secrets = new Set<string>()
  let chains = 0
  const redaction: CollectingRedaction = {
    decoded,
    secrets,
    fingerprint: tools.fingerprint,
    describe: (token, name, place) => {
      if (decoded.length >= tokensMax) return null
      // Reserves the place before what is nested in the token takes the next one.
      const entry: JsonObject = { source: place.source }
      decoded.push(entry)
      const view = describeToken(token, name, place, redaction, tools)
      if (view === null) decoded.splice(decoded.indexOf(entry), 1)
      else Object.assign(entry, view)
      return view
    },
    describeCredential: (credential, place) => {
      const described = tools.describeCredential?.(credential) ?? null
      if (described === null) return
      const view = credentialView(described, redaction, tools.thumbprint)
      const known = decoded.find(({ source }) => source === place.source)
      if (known !== undefined) Object.assign(known, view)
      else if (decoded.length < tokensMax) decoded.push({ source: place.source, ...view })
    },
    certificates: (x5c) => certificateView(x5c, ++chains > chainsMax ? undefined : tools.readCertificates),
    remember: (secret) => {
      if (secret.length < secretCharactersMin || secrets.size >= secretsMax) return
      if (looksSecret(secret)) secrets.add(secret)
    },
  }
  for (const secret of known) redaction.remember(secret)
  return redaction
}

/** One run of characters with a digit; a `state` that repeats an address or a word must not take that from the record. */
const looksSecret = (text: string): boolean => /^[\w.~+/=-]+$/.test(text) && /[0-9]/.test(text) && !isVisibleName(text)

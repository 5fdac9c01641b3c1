import { resolveDid } from '../../../did/resolve-did'
import { publicMembers } from '../../../jose/jwk'
import type { Digest, VerifySignature } from '../../../ports/ports'
import { fromBase64url, textInBase64, toBase64, toBase64url, toHex } from '../../../values/base64url'
import { say, type Wording, word } from '../../../values/wording'
import { confusedAddresses, confusedClientIds, confusedNonces, originOf, withoutPrefix } from '../../confusable-values'
import type { BrowserBinding, PresentationInput, ReadingBudget } from '../../reading-of-presentation'
import { readDisclosure } from './read-disclosures'
import { derToRaw, type JwsReading, type SignatureReading, verifyJws } from './read-jws'
import type {
  CnfReading,
  HashName,
  Hint,
  HintCode,
  IssuerKeyReading,
  KbJwtReading,
  PresentKbJwt,
} from './sd-jwt-vc-reading'
import { type SplitPresentation, splitPresentation } from './split-presentation'

/** Explains a wrong audience: values of the request that wallets use by mistake. OID4VP-1FINALA-B.3.6 */
function hintsOfAud({ aud }: Pick<PresentKbJwt, 'aud'>, input: PresentationInput): Hint[] {
  if (aud.matches) return []
  const { browser, responseUri } = input
  const found = browser === undefined ? inLink(aud.values, input) : inBrowser(aud.values, responseUri, browser)
  return found.map((code) => ({ about: 'vp.kb.aud', found: code, detail: null }))
}

const addressCodes = {
  slash: 'aud_is_response_uri_with_slash',
  origin: 'aud_is_origin',
  request_uri: 'aud_is_request_uri',
} as const

const clientIdCodes = { without_prefix: 'aud_without_prefix', of_another_form: 'aud_is_another_client_id' } as const

function inLink(
  values: readonly string[],
  { clientId, responseUri, confusable: look }: Pick<PresentationInput, 'clientId' | 'responseUri' | 'confusable'>,
): HintCode[] {
  const confusable = look()
  const origin = originOf(responseUri)
  const tried: readonly { readonly code: HintCode; readonly value: string }[] = [
    ...confusedClientIds({ clientId, confusable }).map(({ name, value }) => ({ code: clientIdCodes[name], value })),
    { code: 'aud_is_response_uri', value: responseUri },
    ...confusedAddresses({ responseUri, confusable }).map(({ name, value }) => ({ code: addressCodes[name], value })),
    // Drafts before 1.0 had another prefix there.
    ...(origin === null
      ? []
      : ['origin', 'web-origin'].map(
          (prefix) => ({ code: 'aud_is_origin_with_prefix', value: `${prefix}:${origin}` }) as const,
        )),
  ]
  return tried.flatMap(({ code, value }) => (value !== '' && values.includes(value) ? [code] : []))
}

/** Values of the page first, then those that a request by link would bind to. OID4VP-1FINALA-A.4 */
function inBrowser(
  values: readonly string[],
  responseUri: string,
  { origin, otherOrigins, clientIds }: BrowserBinding,
): HintCode[] {
  /** With the right prefix, with that of draft 24, or without one. */
  const isOrigin = (text: string): boolean =>
    [`origin:${text}`, `web-origin:${text}`, text].some((value) => values.includes(value))
  const { protocol, host, hostname } = new URL(origin)
  const secure = protocol === 'https:'
  const tried: readonly (readonly [HintCode, boolean])[] = [
    ['aud_is_web_origin', values.includes(`web-origin:${origin}`)],
    ['aud_is_bare_origin', values.includes(origin)],
    ['aud_has_slash', isOrigin(`${origin}/`)],
    ['aud_has_default_port', host === hostname && isOrigin(`${origin}:${secure ? 443 : 80}`)],
    ['aud_has_other_scheme', isOrigin(`${secure ? 'http' : 'https'}://${host}`)],
    ['aud_is_other_origin', otherOrigins.some(isOrigin)],
    ['aud_is_host', isOrigin(host) || isOrigin(hostname)],
    ['aud_is_client_id_in_browser', clientIds.some((id) => values.includes(id))],
    [
      'aud_is_client_id_without_prefix_in_browser',
      clientIds.some((id) => id.includes(':') && values.includes(withoutPrefix(id))),
    ],
    ['aud_is_foreign_client_id_in_browser', values.some((value) => clientIdForm.test(value))],
    ['aud_is_response_uri_in_browser', values.includes(responseUri)],
  ]
  // All match the same value, so the first explains it best.
  return tried.flatMap(([code, matches]) => (matches ? [code] : [])).slice(0, 1)
}

/** Has the form of another request's Client Identifier. OID4VP-1FINAL-5.9.3 */
const clientIdForm =
  /^(?:x509_hash|x509_san_dns|verifier_attestation|decentralized_identifier|redirect_uri|openid_federation):./

/** Limits for repeated hashing. */
const bounds = { characters: 256 * 1024, disclosures: 64, otherForms: 20 } as const

/** Leading forms to try with every other algorithm. */
const formsMax = 5

const hashNames: readonly HashName[] = ['sha-256', 'sha-384', 'sha-512']

/**
 * Explains a wrong `sd_hash`: what it was computed over, with which algorithm, and how it was encoded. Never throws.
 * RFC9901-4.3.1
 */
function hintsOfSdHash({
  sdHash,
  split,
  hash,
  digest,
  otherForms,
  budget,
}: {
  readonly sdHash: PresentKbJwt['sdHash']
  readonly split: SplitPresentation
  readonly hash: HashName
  readonly digest: Digest
  readonly otherForms: readonly string[]
  /** Of the whole response; no hint is searched once it is used up. */
  readonly budget: Pick<ReadingBudget, 'hintCharacters'>
}): readonly Hint[] {
  const { matches, value } = sdHash
  if (matches || value === null || value === '' || split.sdJwt.length > bounds.characters) return []
  const hints = (...codes: readonly (HintCode | null)[]): Hint[] =>
    codes.flatMap((found) => (found === null ? [] : [{ about: 'vp.kb.sd_hash', found, detail: null }]))
  // Each form is about as long as the presentation, and the first ones are hashed once per algorithm.
  const tried =
    3 * formsMax +
    Math.min(otherForms.length, bounds.otherForms) +
    Math.min(split.disclosures.length, bounds.disclosures)
  budget.hintCharacters -= tried * split.sdJwt.length
  if (budget.hintCharacters < 0) return []
  const forms = candidates(split, otherForms)
  for (const { over, code } of forms) {
    const written = spellingOf(value, digest(hash, over))
    if (written !== undefined) return hints(code, written)
  }
  for (const other of hashNames) {
    if (other === hash) continue
    for (const { over, code } of forms.slice(0, formsMax)) {
      const written = spellingOf(value, digest(other, over))
      if (written === undefined) continue
      return [
        { about: 'vp.kb.sd_hash', found: 'sd_hash_with_another_algorithm', detail: word(other) },
        ...hints(code, written),
      ]
    }
  }
  return []
}

interface Candidate {
  readonly over: string
  /** `null`: computed over the right text. */
  readonly code: HintCode | null
}

function candidates({ sdJwt, issuerJwt, disclosures }: SplitPresentation, otherForms: readonly string[]): Candidate[] {
  const lessOne = disclosures.length > bounds.disclosures ? [] : disclosures
  return [
    { over: sdJwt, code: null },
    { over: sdJwt.slice(0, -1), code: 'sd_hash_without_final_tilde' },
    { over: `${issuerJwt}~`, code: 'sd_hash_without_disclosures' },
    { over: issuerJwt, code: 'sd_hash_of_issuer_jwt' },
    {
      over: `${[issuerJwt, ...[...disclosures].reverse()].join('~')}~`,
      code: disclosures.length > 1 ? 'sd_hash_in_another_order' : null,
    },
    ...otherForms
      .slice(0, bounds.otherForms)
      .filter((form) => form.length <= bounds.characters)
      .map((form): Candidate => ({ over: splitPresentation(form).sdJwt, code: 'sd_hash_of_another_form' })),
    ...lessOne.map(
      (_, left): Candidate => ({
        over: `${[issuerJwt, ...disclosures.filter((__, index) => index !== left)].join('~')}~`,
        code: 'sd_hash_with_one_disclosure_less',
      }),
    ),
  ]
}

/** How a digest is encoded: `null` if correct, `undefined` if the text is something else. */
function spellingOf(value: string, digest: Uint8Array): HintCode | null | undefined {
  const text = toBase64url(digest)
  if (value === text) return null
  if (/^=+$/.test(value.slice(text.length)) && value.startsWith(text)) return 'sd_hash_with_padding'
  if (value === toBase64(digest)) return 'sd_hash_as_base64'
  const hex = toHex(digest)
  // Some wallets base64url-encode the hexadecimal text.
  if (value.toLowerCase() === hex || value === toBase64url(new TextEncoder().encode(hex))) return 'sd_hash_as_hex'
  return undefined
}

/** The key of a DID that the header of an invalid Key Binding JWT names; a DID that has to be fetched is left out. */
async function ofDid({ jws, signature }: PresentKbJwt): Promise<{ name: Wording; jwk: unknown }[]> {
  const [did = ''] = String(jws.header?.kid ?? '').split('#')
  if (signature.result === 'valid' || did.length > didCharactersMax) return []
  const read = await resolveDid(did)
  return read.resolved ? [{ name: say`the key of the DID in kid`, jwk: read.jwk }] : []
}

/** Longest DID to resolve. */
const didCharactersMax = 1024

/** The parts of a reading that hints are derived from. */
export interface HintSources {
  readonly split: SplitPresentation
  readonly hash: HashName
  readonly issuerJwt: JwsReading
  readonly issuerKey: IssuerKeyReading
  readonly issuerSignature: SignatureReading
  readonly cnf: CnfReading
  readonly kbJwt: KbJwtReading
}

/** Searches for the causes of errors in a presentation. Rejects only if a port does. */
export async function findHints(input: PresentationInput, sources: HintSources): Promise<readonly Hint[]> {
  const { kbJwt, issuerKey, cnf } = sources
  const issuerJwk = issuerKey.resolved ? issuerKey.jwk : null
  const known = input.issuerKeys.flatMap(({ issuer, keys }) =>
    keys.map((jwk) => ({ name: say`a key of ${issuer}`, jwk })),
  )
  const hints = await hintsOfSignature({
    about: 'vp.sdjwt.signature',
    jws: sources.issuerJwt,
    signature: sources.issuerSignature,
    jwk: issuerJwk,
    verifySignature: input.verifySignature,
    others: [
      ...known,
      { name: say`the jwk in the header`, jwk: sources.issuerJwt.header?.jwk },
      { name: say`the key in cnf`, jwk: cnf.jwk.publicJwk },
    ],
  })
  if (!kbJwt.present) return hints
  const otherKeys = kbJwt.signature.result === 'valid' ? [] : input.otherKeys()
  return [
    ...hints,
    ...hintsOfParts(kbJwt),
    ...(await hintsOfSignature({
      about: 'vp.kb.signature',
      jws: kbJwt.jws,
      signature: kbJwt.signature,
      jwk: cnf.jwk.publicJwk,
      verifySignature: input.verifySignature,
      others: [
        { name: say`the jwk in the header`, jwk: kbJwt.jws.header?.jwk },
        ...(await ofDid(kbJwt)),
        { name: say`the issuer's key`, jwk: issuerJwk },
        ...otherKeys,
      ],
    })),
    ...hintsOfAud(kbJwt, input),
    ...(await hintsOfNonce(kbJwt, input)),
    ...hintsOfSdHash({
      sdHash: kbJwt.sdHash,
      split: sources.split,
      hash: sources.hash,
      digest: input.digest,
      otherForms: input.otherForms,
      budget: input.budget,
    }),
  ]
}

/** Without its final tilde, the last Disclosure takes the place of the Key Binding JWT. RFC9901-4 */
function hintsOfParts({ jws }: PresentKbJwt): Hint[] {
  if (jws.unreadable === null || readDisclosure(jws.text, '').kind === null) return []
  return [{ about: 'vp.kb.parses', found: 'final_tilde_missing', detail: null }]
}

/** Longest nonce worth looking up in the store. */
const nonceCharactersMax = 512

async function hintsOfNonce({ nonce }: PresentKbJwt, input: PresentationInput): Promise<Hint[]> {
  const { matches, value } = nonce
  if (matches || value === null || value === '' || value.length > nonceCharactersMax) return []
  const { state, confusable } = input
  const confused = confusedNonces({ state, confusable: confusable() }).find((one) => one.value === value)
  if (confused !== undefined) return [{ about: 'vp.kb.nonce', found: `nonce_is_${confused.name}`, detail: null }]
  if (textInBase64(value) === input.nonce) return [{ about: 'vp.kb.nonce', found: 'nonce_encoded', detail: null }]
  const other = await input.ofAnotherSession(value)
  if (other === null) return []
  const found = other === 'nonce' ? 'nonce_of_another_session' : 'nonce_is_state_of_another_session'
  return [{ about: 'vp.kb.nonce', found, detail: null }]
}

/** Most other keys to try. */
const keysMax = 20

/** Explains an invalid signature: another encoding, or another key. Never rejects. */
async function hintsOfSignature({
  about,
  jws,
  signature,
  jwk,
  others,
  verifySignature,
}: {
  readonly about: 'vp.sdjwt.signature' | 'vp.kb.signature'
  readonly jws: JwsReading
  readonly signature: SignatureReading
  /** The key that should have signed; `null` if unknown. */
  readonly jwk: Readonly<Record<string, unknown>> | null
  readonly others: readonly { readonly name: Wording; readonly jwk: unknown }[]
  readonly verifySignature: VerifySignature
}): Promise<readonly Hint[]> {
  if (signature.result === 'valid' || jws.unreadable !== null) return []
  const raw = inRawForm(jws, signature)
  const token = raw ?? jws
  if (raw !== null && (await verifyJws(raw, jwk, verifySignature)).result === 'valid')
    return [{ about, found: 'signature_is_der', detail: null }]
  for (const { name, jwk: other } of others.slice(0, keysMax)) {
    const key = publicMembers(other)
    if (key !== null && (await verifyJws(token, key, verifySignature)).result === 'valid')
      return [{ about, found: 'signed_with_another_key', detail: name }]
  }
  return []
}

/** Replaces a DER signature by r and s; `null` if it is not DER. */
function inRawForm(jws: JwsReading, { encoding }: SignatureReading): JwsReading | null {
  if (encoding?.form !== 'der') return null
  const end = jws.text.lastIndexOf('.') + 1
  const der = fromBase64url(jws.text.slice(end))
  const raw = der && derToRaw(der, encoding.expectedBytes)
  return raw && { ...jws, text: `${jws.text.slice(0, end)}${toBase64url(raw)}` }
}

import { publicMembers } from '../../../jose/public-members'
import type { VerifySignature } from '../../../ports/ports'
import { fromBase64url, toBase64url } from '../../../values/base64url'
import { say, type Wording } from '../../../values/wording'
import type { PresentationInput } from '../../reading-of-presentation'
import type { CnfReading } from './cnf-reading'
import { derToRaw } from './der-signature'
import type { Hint } from './hint'
import { hintsOfAud } from './hints-of-aud'
import { hintsOfSdHash } from './hints-of-sd-hash'
import type { IssuerKeyReading } from './issuer-key-reading'
import type { JwsReading, SignatureReading } from './jws-reading'
import type { KbJwtReading, PresentKbJwt } from './kb-jwt-reading'
import { readDisclosure } from './read-disclosure'
import type { HashName } from './sd-jwt-vc-reading'
import type { SplitPresentation } from './split-presentation'
import { verifyJws } from './verify-jws'

/** Parts of a reading that errors are explained from. */
export interface HintSources {
  readonly split: SplitPresentation
  readonly hash: HashName
  readonly issuerJwt: JwsReading
  readonly issuerKey: IssuerKeyReading
  readonly issuerSignature: SignatureReading
  readonly cnf: CnfReading
  readonly kbJwt: KbJwtReading
}

/** Tries out why a presentation may be wrong. Rejects only when a port does. */
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
        { name: say`the issuer's key`, jwk: issuerJwk },
        ...otherKeys,
      ],
    })),
    ...hintsOfIat(kbJwt),
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

/** Without the tilde at its end, the last Disclosure stands where the Key Binding JWT belongs. RFC9901-4 */
function hintsOfParts({ jws }: PresentKbJwt): Hint[] {
  if (jws.unreadable === null || readDisclosure(jws.text, '').kind === null) return []
  return [{ about: 'vp.kb.parses', found: 'final_tilde_missing', detail: null }]
}

function hintsOfIat({ iat }: PresentKbJwt): Hint[] {
  if (iat.window === null || iat.window === 'inside') return []
  if (iat.looksLikeMilliseconds) return [{ about: 'vp.kb.iat_window', found: 'milliseconds', detail: null }]
  return [{ about: 'vp.kb.iat_window', found: 'clock_is_off', detail: Math.round(iat.fromNow ?? 0) }]
}

/** Nonces are shorter; a longer text is no reason to ask the store. */
const nonceCharactersMax = 512

async function hintsOfNonce({ nonce }: PresentKbJwt, input: PresentationInput): Promise<Hint[]> {
  const { matches, value } = nonce
  if (matches || value === null || value === '' || value.length > nonceCharactersMax) return []
  return (await input.isNonceOfAnotherSession(value))
    ? [{ about: 'vp.kb.nonce', found: 'nonce_of_another_session', detail: null }]
    : []
}

/** Most other keys that are tried. */
const keysMax = 20

/** Tries why a signature does not verify: another encoding, or another key. Never rejects. */
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
  /** The key that should have signed; `null` when it is unknown. */
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

/** The same token with its DER signature as r and s; `null` when it is not in DER. */
function inRawForm(jws: JwsReading, { encoding }: SignatureReading): JwsReading | null {
  if (encoding?.form !== 'der') return null
  const end = jws.text.lastIndexOf('.') + 1
  const der = fromBase64url(jws.text.slice(end))
  const raw = der && derToRaw(der, encoding.expectedBytes)
  return raw && { ...jws, text: `${jws.text.slice(0, end)}${toBase64url(raw)}` }
}

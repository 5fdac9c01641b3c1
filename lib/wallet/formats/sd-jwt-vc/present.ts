import { WalletStop } from '../../errors'
import { type CompactJws, type JwtDraft, readJws, signJwt } from '../../jose/jws'
import { jwtAlgorithmOf, type WalletKey } from '../../jose/key'
import { stringsMember } from '../../json'
import type { CredentialQuery } from '../../verifier/dcql/dcql-query'
import { disclosuresOf, matchesAuthority, type SelectedClaim, selectClaims } from '../../verifier/dcql/match'
import type { HeldCredential } from '../stored-credential'
import { readClaims, sdHash } from './disclosures'

/** The input of a presentation, before a misbehaviour changes it. */
export interface SdJwtDraft {
  issuerJwt: string
  /** The disclosures that are shown to the verifier, encoded. */
  disclosures: string[]
  /** Everything that the issuer sent. */
  readonly held: readonly string[]
  /** Changes the finished compact string. Only for misbehaviour. */
  finish?: (compact: string) => string
}

/** What a key binding JWT is bound to (RFC9901-4.3, OID4VP-1FINAL-B.3.6). */
export interface KeyBinding {
  key: WalletKey
  /** The full client identifier, with its prefix. */
  audience: string
  nonce: string
  /** Epoch seconds. */
  now: number
}

/**
 * The claims of an SD-JWT VC that answer a query, or null when the query asks neither for its type, nor for another name
 * of it, nor for what the type extends, as far as the wallet knows (OID4VP-1FINAL-6.1, B.3.5, SDJWTVC19-2.2.2.2).
 */
export function matchSdJwtVc(query: CredentialQuery, { raw, extends: parent }: HeldCredential): SelectedClaim[] | null {
  const { jws, disclosures } = takeApart(raw)
  const { vct } = jws.claims
  const wanted = stringsMember(query.meta, 'vct_values') ?? []
  const names = [vct, parent, ...(stringsMember(jws.claims, 'aka_vcts') ?? [])]
  if (typeof vct !== 'string' || !names.some((name) => wanted.some((one) => one === name))) return null
  const authorities = query.trustedAuthorities
  if (authorities !== null && !matchesAuthority(authorities, stringsMember(jws.header, 'x5c') ?? [])) return null
  return selectClaims(query, readClaims(jws.claims, disclosures))
}

/** The presentation with these claims and no other disclosable ones. */
export function draftSdJwt({ raw }: HeldCredential, claims: SelectedClaim[]): SdJwtDraft {
  const { issuerJwt, disclosures } = takeApart(raw)
  const shown = new Set(claims.flatMap(({ node }) => [...disclosuresOf(node)]))
  return { issuerJwt, disclosures: disclosures.filter((one) => shown.has(one)), held: disclosures }
}

/** The draft without a key binding JWT, up to and including the last tilde (RFC9901-4). */
export function compactSdJwt({ issuerJwt, disclosures }: SdJwtDraft): string {
  return [issuerJwt, ...disclosures, ''].join('~')
}

/**
 * The key binding JWT of a presentation (RFC9901-4.3).
 *
 * @param sdJwt - the presentation up to and including the last tilde
 * @throws WalletStop when the issuer's hash function is not supported
 */
export function draftKeyBinding(sdJwt: string, { key, audience, nonce, now }: KeyBinding): JwtDraft {
  const hash = sdHash(readJws(sdJwt.split('~')[0] ?? '')?.claims ?? {})
  return {
    header: { typ: 'kb+jwt', alg: jwtAlgorithmOf(key) },
    claims: { iat: now, aud: audience, nonce, sd_hash: hash(sdJwt) },
    key,
  }
}

/** The presentation as it is sent; without key binding it ends with the tilde. */
export function finishSdJwt(draft: SdJwtDraft, keyBinding: JwtDraft | null): string {
  const compact = `${compactSdJwt(draft)}${keyBinding === null ? '' : signJwt(keyBinding)}`
  return draft.finish === undefined ? compact : draft.finish(compact)
}

function takeApart(raw: string): { issuerJwt: string; jws: CompactJws; disclosures: string[] } {
  const [issuerJwt = '', ...rest] = raw.split('~')
  const jws = readJws(issuerJwt)
  if (jws === null || rest.at(-1) !== '') throw new WalletStop('A held credential is not an SD-JWT')
  return { issuerJwt, jws, disclosures: rest.slice(0, -1) }
}

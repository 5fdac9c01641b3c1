import { WalletStop } from '../../errors'
import { type CompactJws, type JwtDraft, readJws, signJwt } from '../../jose/jws'
import type { WalletKey } from '../../jose/key'
import { stringsMember } from '../../json'
import { disclosuresOf, type SelectedClaim } from '../../presentation/dcql/claims-path'
import type { CredentialQuery } from '../../presentation/dcql/dcql-query'
import { selectClaims } from '../../presentation/dcql/select-claims'
import { matchesAuthority } from '../../presentation/dcql/trusted-authorities'
import type { HeldCredential } from '../stored-credential'
import { readClaims, sdHash } from './disclosures'

/** A presentation that is about to be made. A misbehaviour changes it before. */
export interface SdJwtDraft {
  issuerJwt: string
  /** What the verifier gets to see, encoded. */
  disclosures: string[]
  /** Everything that the issuer gave. */
  readonly held: readonly string[]
  /** Changes the compact text itself. Only for misbehaviour. */
  finish?: (compact: string) => string
}

/** What a key binding JWT is made for (RFC9901-4.3, OID4VP-1FINAL-B.3.6). */
export interface KeyBinding {
  key: WalletKey
  /** The full client identifier, with its prefix. */
  audience: string
  nonce: string
  /** Epoch seconds. */
  now: number
}

/**
 * The claims that a query would get to see of an SD-JWT VC, or null when it does not ask for this credential
 * (OID4VP-1FINAL-6.1, B.3.5).
 */
export function matchSdJwtVc(query: CredentialQuery, { raw }: HeldCredential): SelectedClaim[] | null {
  const { jws, disclosures } = takeApart(raw)
  const { vct } = jws.claims
  if (typeof vct !== 'string' || stringsMember(query.meta, 'vct_values')?.includes(vct) !== true) return null
  const authorities = query.trustedAuthorities
  if (authorities !== null && !matchesAuthority(authorities, stringsMember(jws.header, 'x5c') ?? [])) return null
  return selectClaims(query, readClaims(jws.claims, disclosures))
}

/** The presentation of a credential with these claims and no others that can be kept back. */
export function draftSdJwt({ raw }: HeldCredential, claims: SelectedClaim[]): SdJwtDraft {
  const { issuerJwt, disclosures } = takeApart(raw)
  const shown = new Set(claims.flatMap(({ node }) => [...disclosuresOf(node)]))
  return { issuerJwt, disclosures: disclosures.filter((one) => shown.has(one)), held: disclosures }
}

/** A draft as it is before a key binding JWT, with the last tilde (RFC9901-4). */
export function compactSdJwt({ issuerJwt, disclosures }: SdJwtDraft): string {
  return [issuerJwt, ...disclosures, ''].join('~')
}

/**
 * The key binding JWT for a presentation (RFC9901-4.3).
 *
 * @param sdJwt - the presentation up to and with the last tilde
 * @throws WalletStop when the issuer's hash function is unknown
 */
export function draftKeyBinding(sdJwt: string, { key, audience, nonce, now }: KeyBinding): JwtDraft {
  const hash = sdHash(readJws(sdJwt.split('~')[0] ?? '')?.claims ?? {})
  return {
    header: { typ: 'kb+jwt', alg: 'ES256' },
    claims: { iat: now, aud: audience, nonce, sd_hash: hash(sdJwt) },
    key,
  }
}

/** The presentation as it goes to the verifier; without key binding it ends with the tilde. */
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

import { WalletStop } from '../../errors'
import type { HeaderList } from '../../http/wire'
import { type JwtDraft, signJwt } from '../../jose/jws'
import { algorithmOf } from '../../jose/key'
import { stringMember, stringsMember } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { need, nowSeconds, randomText } from '../../run'
import { aroundStep, requireJson, sendStep } from '../../step'
import type { Run } from '../run'
import { type AttestationDraft, attestationDraft, walletUnitClaims } from './wallet-unit'

export const clientAssertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const assertionLifetimeSeconds = 120

/**
 * A client assertion (RFC7523-2.2), signed with the client's registered key.
 * @throws WalletStop when this run has no such key
 */
function clientAssertion(run: Run, step: 'par' | 'token' | 'refresh', clientId: string): string {
  const { clientKey } = run
  if (clientKey === null) throw new WalletStop('The wallet has no registered key')
  const now = nowSeconds(run)
  const draft: JwtDraft = {
    header: { typ: 'JWT', alg: 'ES256', kid: clientKey.thumbprint },
    claims: {
      iss: clientId,
      sub: clientId,
      aud: need(stringMember(run.facts.asMetadata, 'issuer'), 'issuer of the authorization server'),
      jti: randomText(run),
      iat: now,
      exp: now + assertionLifetimeSeconds,
    },
    key: clientKey,
  }
  return signJwt(applyPatch(run, step, run.misbehaviour?.patchClientAssertion, draft))
}

const attestationLifetimeSeconds = 24 * 3600

/** Less than 24 hours (TS3-2.2.1.1). */
const ts3LifetimeSeconds = 3600

/**
 * An attestation of this wallet instance's key by the test wallet provider (OID4VCI-1FINAL-E).
 * @param ofDraft - only that of draft 07 has `iss`; that of TS3 has more about the wallet unit
 */
async function clientAttestation(
  run: Run,
  step: 'par' | 'token' | 'refresh',
  clientId: string,
  ofDraft: AttestationDraft,
): Promise<string> {
  const attester = await run.attester()
  const now = nowSeconds(run)
  run.facts.instanceKey ??= run.newKey(run.profile.curve)
  const draft: JwtDraft = {
    header: { typ: 'oauth-client-attestation+jwt', alg: algorithmOf(run.profile.curve), x5c: attester.x5c },
    claims: {
      ...(ofDraft === '07' ? { iss: 'https://example.com/test-wallet-provider' } : {}),
      sub: clientId,
      iat: now,
      exp: now + (ofDraft === 'ts3' ? ts3LifetimeSeconds : attestationLifetimeSeconds),
      cnf: { jwk: { ...run.facts.instanceKey.publicJwk } },
      wallet_name: 'Wallet Capture reference wallet',
      wallet_link: 'https://example.com/test-wallet',
      ...(ofDraft === 'ts3' ? walletUnitClaims(run) : {}),
    },
    key: attester.key,
  }
  return signJwt(applyPatch(run, step, run.misbehaviour?.patchClientAttestation, draft))
}

/** Proves, for one request, that this instance holds the attested key (ABCA section 5.2). */
function clientAttestationPop(
  run: Run,
  step: 'par' | 'token' | 'refresh',
  clientId: string,
  { challenge, namesIssuer }: { challenge: string | null; namesIssuer: boolean },
): string {
  const draft: JwtDraft = {
    header: { typ: 'oauth-client-attestation-pop+jwt', alg: algorithmOf(run.profile.curve) },
    claims: {
      ...(namesIssuer ? { iss: clientId } : {}),
      aud: need(stringMember(run.facts.asMetadata, 'issuer'), 'issuer of the authorization server'),
      jti: randomText(run),
      iat: nowSeconds(run),
      ...(challenge === null ? {} : { challenge }),
    },
    key: need(run.facts.instanceKey, 'instance key'),
  }
  return signJwt(applyPatch(run, step, run.misbehaviour?.patchClientAttestationPop, draft))
}

/** A fresh challenge when the server has a challenge endpoint (ABCA section 8), else null. */
async function fetchChallenge(run: Run): Promise<string | null> {
  const url = stringMember(run.facts.asMetadata, 'challenge_endpoint')
  if (url === null) return null
  return aroundStep(run, 'challenge', async () => {
    const answer = await sendStep(run, {
      step: 'challenge',
      method: 'POST',
      url,
      headers: [['Accept', 'application/json']],
      learned: () => 'a challenge for the wallet attestation',
    })
    return need(stringMember(requireJson('challenge', answer), 'attestation_challenge'), 'attestation_challenge')
  })
}

/** The client authentication of a request. */
export interface ClientProof {
  headers: HeaderList
  form: [name: string, value: string][]
  /** The challenge that the request's DPoP proof has to contain. */
  challenge?: string
}

/** The ways in which this wallet can authenticate. */
export type ClientMethod = 'none' | 'attestation' | 'private_key_jwt'

/**
 * The authentication method of this run. With `auto`, the wallet uses the attestation when the server supports it
 * (HAIP-1FINAL-4.4.1).
 *
 * @throws WalletStop when the profile asks for a method that the server does not support
 */
export function clientMethod(run: Run): ClientMethod {
  const { profile, facts } = run
  const offered = stringsMember(facts.asMetadata, 'token_endpoint_auth_methods_supported') ?? []
  const attestedWith = isCombined(run) ? attestedByDpop : attested
  const wanted =
    profile.clientAuthentication === 'auto'
      ? offered.some((name) => name === attested || name === attestedByDpop)
        ? 'attestation'
        : 'none'
      : profile.clientAuthentication
  const name = { none: null, attestation: attestedWith, private_key_jwt: 'private_key_jwt' }[wanted]
  if (name !== null && !offered.includes(name) && run.misbehaviour === null)
    throw new WalletStop(`The authorization server does not offer ${name}`)
  return wanted
}

const attested = 'attest_jwt_client_auth'

const attestedByDpop = 'attest_jwt_client_auth_dpop'

/** Whether the DPoP proof is the proof of possession of the attestation (ABCA draft 10 section 5.2). */
const isCombined = (run: Run): boolean => draftOf(run) === '10'

function draftOf(run: Run): AttestationDraft {
  const offered = stringsMember(run.facts.asMetadata, 'token_endpoint_auth_methods_supported')
  return attestationDraft(run, offered?.includes(attestedByDpop) === true)
}

/** Headers and parameters that authenticate the client; created anew for each request. */
export async function authenticateClient(
  run: Run,
  step: 'par' | 'token' | 'refresh',
  clientId: string,
): Promise<ClientProof> {
  switch (clientMethod(run)) {
    case 'none':
      return { headers: [], form: [] }
    case 'attestation': {
      const combined = isCombined(run)
      // The same key for both, so that one proof covers both (ABCA draft 10 section 5.2).
      if (combined) run.facts.instanceKey = run.facts.dpopKey
      const draft = draftOf(run)
      // As TS3 1.5.1 asked for, which 1.5.2 allows and some issuers keep.
      // DPoP takes keys on P-256 only.
      if (draft === 'ts3' && run.profile.curve === 'P-256') run.facts.instanceKey ??= run.facts.dpopKey
      const attestation = await clientAttestation(run, step, clientId, draft)
      const challenge = await fetchChallenge(run)
      if (combined)
        return {
          headers: [['OAuth-Client-Attestation', attestation]],
          form: [],
          ...(challenge === null ? {} : { challenge }),
        }
      // TS3 changes the attestation only: its proof of possession is that of OpenID4VCI.
      const pop = clientAttestationPop(run, step, clientId, { challenge, namesIssuer: draft !== '08' })
      return {
        headers: [
          ['OAuth-Client-Attestation', attestation],
          ['OAuth-Client-Attestation-PoP', pop],
        ],
        form: [],
      }
    }
    case 'private_key_jwt':
      return {
        headers: [],
        form: [
          ['client_assertion_type', clientAssertionType],
          ['client_assertion', clientAssertion(run, step, clientId)],
        ],
      }
  }
}

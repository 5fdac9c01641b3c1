import { type JwtDraft, signJwt } from '../../jose/jws'
import { stringMember } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { need, nowSeconds, randomText } from '../../run'
import { aroundStep, requireJson, sendStep } from '../../step'
import type { Run } from '../run'

const lifetimeSeconds = 24 * 3600

/**
 * A wallet attestation of the test wallet provider for the key of this wallet instance (OID4VCI-1FINAL-E).
 *
 * @param namesIssuer - whether it has `iss`, as in draft 07 of client attestations; later drafts removed it
 */
export async function clientAttestation(
  run: Run,
  step: 'par' | 'token' | 'refresh',
  clientId: string,
  namesIssuer: boolean,
): Promise<string> {
  const attester = await run.attester()
  const now = nowSeconds(run)
  run.facts.instanceKey ??= run.newKey()
  const draft: JwtDraft = {
    header: { typ: 'oauth-client-attestation+jwt', alg: 'ES256', x5c: attester.x5c },
    claims: {
      ...(namesIssuer ? { iss: 'https://example.com/test-wallet-provider' } : {}),
      sub: clientId,
      iat: now,
      exp: now + lifetimeSeconds,
      cnf: { jwk: { ...run.facts.instanceKey.publicJwk } },
      wallet_name: 'Wallet Capture reference wallet',
      wallet_link: 'https://example.com/test-wallet',
    },
    key: attester.key,
  }
  return signJwt(applyPatch(run, step, run.misbehaviour?.patchClientAttestation, draft))
}

/** The proof, for one request, that this instance holds the attested key (ABCA section 5.2). */
export function clientAttestationPop(
  run: Run,
  step: 'par' | 'token' | 'refresh',
  clientId: string,
  { challenge, namesIssuer }: { challenge: string | null; namesIssuer: boolean },
): string {
  const draft: JwtDraft = {
    header: { typ: 'oauth-client-attestation-pop+jwt', alg: 'ES256' },
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
export async function fetchChallenge(run: Run): Promise<string | null> {
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

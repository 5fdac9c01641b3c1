import { headerValues } from '../../../../shared/http/exchange'
import { type JwkFacts, readPublicJwk } from '../../../../shared/jose/jwk'
import { type ReadableJwt, readStrictJwt, readX5c, verifyJwtSignature } from '../../../../shared/jose/jwt'
import { digestOf } from '../../../../shared/ports/digests'
import type { ExchangeId, SessionId } from '../../../../shared/ports/ids'
import { isObject } from '../../../../shared/values/json'
import type { IssuerContext } from '../../../configurations/issuer-in-play'
import { walletSigningAlgorithms, walletUnitRules } from '../../wallet-unit/wallet-unit-rules'
import { asksForChallenge, attestationChallengeState, servesOnce } from './attestation-challenge'
import { takesCombinedMode } from './client-authentication-methods'
import type { AttestationJwt, AttestationPop, WalletAttestationReading } from './client-authentication-reading'
import { readAttestationHistory } from './read-attestation-history'
import { readJtiHistory } from './read-jti-history'

export const attestationHeader = 'oauth-client-attestation'
export const popHeader = 'oauth-client-attestation-pop'

/**
 * Reads a client attestation and its proof of possession as far as possible. Verifies the attestation with the leaf of
 * its `x5c`, the PoP with the `cnf` key; whether the chain leads to a trust anchor is a separate fact.
 * @param lost the exchange whose response may have been lost in a restart
 * @see ABCA-5, OID4VCI-1FINALA-E
 */
export async function readWalletAttestation(
  context: IssuerContext,
  clientId: string | null,
  { sessionId, lost }: { readonly sessionId: SessionId | null; readonly lost: ExchangeId | null },
): Promise<WalletAttestationReading> {
  const { exchange, issuer, settings } = context
  const attestations = valuesOf(context, attestationHeader)
  const pops = valuesOf(context, popHeader)
  const attestationJwt = attestations[0] === undefined ? null : readStrictJwt(attestations[0])
  const popJwt = pops[0] === undefined ? null : readStrictJwt(pops[0])
  const attestation = attestationJwt?.readable ? await readAttestation(attestationJwt, context, sessionId) : null
  const pop = popJwt?.readable ? await readPop(popJwt, { cnf: attestation?.cnf ?? null, lost }, context) : null
  return {
    now: exchange.at,
    attestationCount: attestations.length,
    popCount: pops.length,
    attestationUnreadable: attestationJwt === null || attestationJwt.readable ? null : attestationJwt,
    popUnreadable: popJwt === null || popJwt.readable ? null : popJwt,
    attestation,
    pop,
    drafts: issuer.options.client_attestation.drafts,
    unit: walletUnitRules(issuer),
    combined: isCombinedMode(context) ? { signature: null, thumbprint: null } : null,
    dpopThumbprint: null,
    algorithms: walletSigningAlgorithms(issuer),
    trust: settings.attestationTrust,
    issuer: issuer.authorizationServer,
    clientId,
    ...(await readChallenge(pop?.claims.challenge, lost, context)),
  }
}

/** Whether the DPoP proof serves as proof of possession, and the issuer accepts that. ABCA10-7 */
export const isCombinedMode = (context: IssuerContext): boolean =>
  takesCombinedMode(context.issuer.options.client_attestation.drafts) &&
  valuesOf(context, attestationHeader).length > 0 &&
  valuesOf(context, popHeader).length === 0 &&
  valuesOf(context, 'dpop').length > 0

/**
 * Reads the challenge that a proof of possession answers, and whether an accepted request answered it before.
 * @param lost the exchange whose response may have been lost in a restart; its challenge counts as new
 * @throws StoreUnavailable
 * @see ABCA-8, ABCA-12.1
 */
export async function readChallenge(
  value: unknown,
  lost: ExchangeId | null,
  { exchange, issuer, ports, settings }: IssuerContext,
): Promise<Pick<WalletAttestationReading, 'challenge' | 'challengeDigest'>> {
  const challengeDigest = typeof value === 'string' ? digestOf(value, ports.sha256) : null
  if (!asksForChallenge({ issuer, settings })) return { challenge: null, challengeDigest }
  const challenge = attestationChallengeState(value, {
    issuer: issuer.id,
    now: exchange.at,
    keyedHash: ports.keyedHash,
  })
  if (challenge !== 'current' || challengeDigest === null) return { challenge, challengeDigest }
  const seen = await ports.store.oneTimeValue('answered_challenge', challengeDigest)
  const isNew = seen === null || (lost !== null && seen.exchangeId === lost)
  return { challenge: isNew ? challenge : servesOnce(issuer) ? 'used' : 'repeated', challengeDigest }
}

/** A comma inside a value means that an intermediary joined two header lines; a JWS has none. */
const valuesOf = ({ exchange }: IssuerContext, name: string): string[] =>
  headerValues(exchange, name).flatMap((value) => value.split(',').map((part) => part.trim()))

async function readAttestation(
  jwt: ReadableJwt,
  context: IssuerContext,
  sessionId: SessionId | null,
): Promise<AttestationJwt> {
  const { header, claims } = jwt
  const algorithms = walletSigningAlgorithms(context.issuer)
  const certificates = readX5c(header.x5c, context.ports.trustAnchors('wallet'))
  const listed = typeof header.alg === 'string' && algorithms.includes(header.alg)
  const leaf = certificates?.readable && listed ? certificates.certificates[0] : null
  const [valid, cnf] = await Promise.all([
    leaf
      ? verifyJwtSignature({
          jwt,
          jwk: leaf.publicJwk,
          algorithms,
          verifySignature: context.ports.verifySignature,
        })
      : false,
    readPublicJwk(isObject(claims.cnf) ? claims.cnf.jwk : undefined, { ports: context.ports }),
  ])
  const provider =
    typeof claims.iss === 'string' ? claims.iss : certificates?.readable ? certificates.certificates[0].issuer : null
  return {
    header,
    claims,
    certificates,
    signature: leaf ? (valid ? 'valid' : 'invalid') : 'unverifiable',
    cnf,
    history: await readAttestationHistory({ provider, claims, cnf, sessionId }, context),
  }
}

async function readPop(
  jwt: ReadableJwt,
  { cnf, lost }: { readonly cnf: JwkFacts | null; readonly lost: ExchangeId | null },
  { issuer, ports }: IssuerContext,
): Promise<AttestationPop> {
  const { header, claims, value } = jwt
  const algorithms = walletSigningAlgorithms(issuer)
  const listed = typeof header.alg === 'string' && algorithms.includes(header.alg)
  const jwk = listed ? (cnf?.publicJwk ?? null) : null
  const valid =
    jwk &&
    (await verifyJwtSignature({
      jwt,
      jwk,
      algorithms,
      verifySignature: ports.verifySignature,
    }))
  const { jti } = claims
  // Includes the key, so two wallets with the same `jti` do not collide.
  const jtiDigest =
    typeof jti === 'string' && jti !== '' ? digestOf(`${cnf?.thumbprint ?? ''}.${jti}`, ports.sha256) : null
  return {
    header,
    claims,
    signature: jwk ? (valid ? 'valid' : 'invalid') : 'unverifiable',
    digest: digestOf(value, ports.sha256),
    jtiDigest,
    jtiHistory: await readJtiHistory('attestation_pop_jti', jtiDigest, lost, ports),
  }
}

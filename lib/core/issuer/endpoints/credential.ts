import { bind } from '../../engine/checks/evaluate'
import type { DecidedEffect, EventDraft } from '../../engine/endpoints/decided'
import type { Decision, DeviatingReply } from '../../engine/endpoints/endpoint'
import { carriedValues } from '../../engine/endpoints/one-time'
import { failedChecks, type Refusal, refusalOf } from '../../engine/endpoints/refusal'
import { answeredRequest } from '../../engine/endpoints/unmatched-reading'
import { madeToken } from '../../engine/redaction/tokens/made-token'
import { readTokens } from '../../engine/redaction/tokens/read-token'
import { loadSession } from '../../engine/sessions/load-session'
import { credentialFormat } from '../../shared/formats'
import {
  type CredentialConfiguration,
  type CredentialFormat,
  type IssuedCredential,
  type IssueInput,
  isBound,
} from '../../shared/formats/credential-format'
import { credentialExpiry } from '../../shared/formats/credential-validity'
import { headerValue, type Reply } from '../../shared/http/exchange'
import { jsonReply } from '../../shared/http/reply'
import { thumbprint } from '../../shared/jose/jwk'
import { testPid } from '../../shared/pid/test-pid'
import { fingerprintOf } from '../../shared/ports/digests'
import { invariant } from '../../shared/ports/errors'
import type { JudgedFinding } from '../../shared/ports/finding'
import type { IssuanceSession } from '../../shared/ports/store-types'
import { eachInTurn } from '../../shared/time/pausable-work'
import { addSeconds, type EpochMillis, toEpochSeconds } from '../../shared/time/time'
import type { Json, JsonObject } from '../../shared/values/json'
import { quoteStart } from '../../shared/values/wording'
import { batchBodyChecks, batchNonceChecks, batchProofChecks } from '../checks/batch'
import {
  credentialBodyChecks,
  credentialMediaTypeChecks,
  credentialTokenChecks,
  credentialTokenPlaceChecks,
} from '../checks/credential'
import { dpopProofChecks, dpopSchemeChecks } from '../checks/dpop'
import { requestEncryptionChecks, responseEncryptionChecks } from '../checks/encryption'
import { identifiersChecks } from '../checks/identifiers'
import { keyAttestationChecks } from '../checks/key-attestation'
import { keyUnit, provesInFramework } from '../checks/key-attestation/unit'
import { keyStorageStatus } from '../checks/key-attestation/unit-status'
import { credentialAddressChecks } from '../checks/metadata'
import { proofNonceChecks } from '../checks/nonce'
import { jwtProofChecks } from '../checks/proof-jwt'
import { unitOfToken } from '../checks/wallet-attestation/unit-status'
import { credentialConfiguration } from '../configurations'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { deviationName, deviationOf } from '../deviations'
import { type CredentialReading, readCredentialRequest } from '../read/credential-request'
import { notificationId } from '../read/notification'
import { credentialKeys, credentialsMax, eachProof } from '../read/proof/proofs-reading'
import type { NonceFacts } from '../read/proof/read-nonce'
import { typeIntegrity } from '../read/type-metadata'
import { credentialEnd, readShownStatuses } from '../read/wallet-unit/credential-end'
import { appliedMutations } from './applied-mutations'
import { answerCredentials, nonceHeaders } from './credential-answer'
import {
  attestationUseEffects,
  credentialEvents,
  credentialSecrets,
  nonceBinding,
  proofEffects,
} from './credential-evidence'
import { type CredentialsAsked, type CredentialsGiven, deferCredentials } from './defer-credentials'
import { judgedByIssuer, withPlannedRefusal } from './issuer-endpoint'
import { dpopEffects, refuseProtected } from './oauth/dpop'
import { hasStatusesLeft, newStatuses, noStatusLeft } from './status-lists'
import { unitChecks } from './unit-checks'
import { unitStatusEffects, unitStatusEvents } from './wallet-unit-evidence'

/** In order of refusal: token and DPoP proof, body, key proof, nonce. */
const checks = [
  ...bind(credentialAddressChecks, (_reading: CredentialReading) => answeredRequest('requestCredential', 'POST')),
  ...bind(credentialTokenPlaceChecks, (reading: CredentialReading) => reading),
  ...bind(dpopSchemeChecks, (reading: CredentialReading) => reading.dpop),
  ...bind(credentialTokenChecks, (reading: CredentialReading) => reading),
  ...bind(dpopProofChecks, (reading: CredentialReading) => reading.dpop),
  ...bind([unitOfToken], (reading: CredentialReading) => reading.unitStatus),
  ...bind(credentialMediaTypeChecks, (reading: CredentialReading) => reading),
  ...bind(requestEncryptionChecks, (reading: CredentialReading) => reading),
  ...bind([...credentialBodyChecks, ...batchBodyChecks], (reading: CredentialReading) => reading),
  ...bind(identifiersChecks, (reading: CredentialReading) => reading.identifiers),
  ...bind(jwtProofChecks, (reading: CredentialReading) => reading.proofs),
  ...bind(keyAttestationChecks, (reading: CredentialReading) => reading.proofs),
  ...bind([keyStorageStatus.status_valid], (reading: CredentialReading) => reading.unitStatus),
  ...bind(batchProofChecks, (reading: CredentialReading) => reading),
  ...bind([...proofNonceChecks, ...batchNonceChecks], (reading: CredentialReading) => reading.proofs),
  ...bind(responseEncryptionChecks, (reading: CredentialReading) => reading),
]

const checksFor = unitChecks(checks, keyUnit)

/**
 * `POST /issuers/{id}/credential`. All checks run even on a refused request, and its holder keys are recorded. Only an
 * issued credential spends the `c_nonce`.
 * @see OID4VCI-1FINAL-8, RFC9449-7
 */
export const credentialEndpoint = judgedByIssuer<CredentialReading>({
  read: readCredentialRequest,
  checks: ({ proofs, unitStatus }) => checksFor(provesInFramework(proofs), unitStatus),
  members: ({ body }) => body.request,
  session: ({ session }) => session,
  decide: async (reading, findings, context) => {
    const refusal = refusalOf(findings, checks)
    if (refusal) return refuse(reading, findings, refusal, context)
    if (needsKey(reading, context) && credentialKeys(eachProof(reading.proofs), 1).length === 0)
      return refuse(reading, findings, keyless, context)
    if (!(await hasStatusesLeft(context, keysAsked(reading).length)))
      return refuse(reading, findings, { checkId: 'vci.credential.stop_after_denied', ...noStatusLeft }, context)
    const sessionId = reading.accessToken.value?.sessionId ?? null
    return withPlannedRefusal(
      await issue(reading, findings, context),
      { at: 'requestCredential', sessionId, hasSpentNonce: reading.proofs.nonce?.givenAsSpent === true },
      context,
      (planned) => refuse(reading, findings, planned, context),
    )
  },
})

const needsKey = ({ body }: CredentialReading, { issuer }: IssuerContext): boolean => {
  const requested = credentialConfiguration(issuer.configuration, String(body.configurationId))
  return requested === null || isBound(requested)
}

/** No key, and no check blames the wallet: the session's metadata deliberately lists no proof type. */
const keyless: Refusal = {
  checkId: 'vci.credential.proofs_present',
  error: 'invalid_proof',
  description:
    'Add proofs with one key proof: the credential is bound to a key, although the metadata names no proof type.',
}

async function issue(
  reading: CredentialReading,
  findings: readonly JudgedFinding[],
  context: IssuerContext,
): Promise<Decision> {
  const { body, proofs, now } = reading
  const { issuer, ports, exchange } = context
  const keys = keysAsked(reading)
  const sessionId = reading.accessToken.value?.sessionId ?? null
  const binding = nonceBinding(reading)
  const dataset = reading.identifiers.names?.dataset ?? null
  const keyAttestations = eachProof(proofs).flatMap(({ keyAttestation }) =>
    keyAttestation?.jwt ? [keyAttestation.jwt.claims] : [],
  )
  const asked = { ...reading, configurationId: String(body.configurationId), keys, dataset, keyAttestations }
  const before = [...binding.events, ...credentialEvents(reading), ...unitStatusEvents(reading.unitStatus)]
  const {
    issued = [],
    effects = [],
    ...given
  } = issuer.options.deferred === null
    ? await issueTo(asked, before, context)
    : await deferCredentials(asked, before, context)
  return {
    ...given,
    ...bodyRead(reading),
    sessionId,
    effects: [
      ...proofEffects({
        reading: proofs,
        keys,
        issuerId: issuer.id,
        exchangeId: exchange.id,
        sessionId,
        now,
        sha256: ports.sha256,
      }),
      ...binding.effects,
      ...unitStatusEffects(reading.unitStatus, context),
      ...attestationUseEffects(reading, sessionId, context),
      ...effects,
      ...dpopProofEffects(reading, findings, context),
    ],
    tokens: tokensOf(reading, context, issued),
  }
}

/** Keys to bind, in the order of their credentials. */
const keysAsked = ({ proofs, batch }: CredentialReading) =>
  inOrder(
    credentialKeys(eachProof(proofs), batch === null ? credentialsMax : (batch.issue ?? batch.size)),
    batch?.order,
  )

/** Orders the credentials of a batch; no clause prescribes an order. */
const inOrder = <Item>(items: readonly Item[], order: 'proofs' | 'reversed' = 'proofs'): readonly Item[] =>
  order === 'reversed' ? items.toReversed() : items

/**
 * Issues the requested credentials, now or later.
 * @param before the events of the request
 */
export async function issueTo(
  asked: CredentialsAsked,
  before: readonly EventDraft[],
  context: IssuerContext,
): Promise<CredentialsGiven> {
  const { configurationId, keys, dataset, now } = asked
  const { issuer, ports, settings, exchange } = context
  const configuration = credentialConfiguration(issuer.configuration, configurationId)
  invariant(
    configuration && (keys.length > 0 || !isBound(configuration)),
    'A credential request that no check refuses has a configuration, and a key where the credential is bound to one.',
  )
  const holders = isBound(configuration) ? keys.map(({ jwk }) => jwk) : [null]
  const format = credentialFormat(configuration.format)
  const { accessToken, keyAttestations = [] } = asked
  const sessionId = accessToken.value?.sessionId ?? null
  const { shownStatuses: shown = await readShownStatuses(sessionId, context) } = asked
  const expiresAt = credentialEnd({ now, shown, keyAttestations }, issuer)
  const statuses = await newStatuses(context, { format: configuration.format, count: holders.length })
  const right = holders.map(
    (holderJwk, index): IssueInput => ({
      ...withStatus(statuses.claims[index]),
      ...withTypeIntegrity(configuration, context),
      configuration,
      subject: testPid(issuer.identifier, dataset ?? 1),
      holderJwk,
      signer: issuer.keys[format.signedWith],
      issuer: issuer.identifier,
      now,
      expiresAt,
      random: ports.random,
      sha256: ports.sha256,
      digest: ports.digest,
    }),
  )
  const issued = await eachInTurn(right, (input) => format.issue(input), ports.turn)
  const credentials = issued.map(({ text }) => ({ credential: text }))
  const notified = settings.notificationEndpoint
  const notification = notified ? { notification_id: notificationId(exchange.id, ports.keyedHash) } : {}
  const members = { credentials, ...notification }
  const session = await loadSession('issuance', sessionId ?? '', ports)
  const detail = {
    format: configuration.format,
    credential_configuration_id: configuration.id,
    count: credentials.length,
    encrypted: asked.responseEncryption !== null,
    notification: notified,
    holder_thumbprints: keys.map(({ thumbprint }) => fingerprintOf(thumbprint, ports)),
    dpop_nonce: asked.dpop.policy === 'off' ? 'off' : 'offered',
    ...(dataset === null ? {} : { dataset }),
    ...statuses.detail,
    ...(issuer.options.reuse_policy === null ? {} : { valid_until: toEpochSeconds(expiresAt) }),
  }
  const applied = appliedMutations(session, 'credential_response', members)
  const eventsWith = (more: JsonObject): EventDraft[] => [
    ...before,
    { type: 'credential_issued', detail: { ...detail, ...more } },
    ...applied.events,
  ]
  return {
    reply: await answerCredentials(200, members, asked, context),
    ...(await wrongAnswer(members, { session, right, format, eventsWith, changed: applied.sent }, asked, context)),
    events: eventsWith({}),
    effects: statuses.effects,
    issued,
    handedOut: [
      ...credentialSecrets(
        issued.map(({ text }) => text),
        expiresAt,
      ),
      ...Object.values(notification).map((secret) => ({ secret, expiresAt: notifiableUntil(context) })),
    ],
  }
}

/** A notification is accepted while an access token of the session can be valid. */
const notifiableUntil = ({ exchange, issuer: { session, options } }: IssuerContext): EpochMillis =>
  session?.laboratory?.until ?? addSeconds(exchange.at, options.access_token_seconds)

const withStatus = (status: JsonObject | undefined): Pick<IssueInput, 'status'> =>
  status === undefined ? {} : { status }

function withTypeIntegrity(
  configuration: CredentialConfiguration,
  { issuer, ports }: IssuerContext,
): Pick<IssueInput, 'typeIntegrity'> {
  const isAsked = issuer.options.vct_integrity || configuration.own?.integrity === true
  const integrity = isAsked ? typeIntegrity(issuer, configuration, ports.sha256) : null
  return integrity === null ? {} : { typeIntegrity: integrity }
}

/** The parts of a credential response. */
interface RightAnswer {
  readonly session: IssuanceSession | null
  /** As the tester's operations make it; `null` without any. */
  readonly changed: JsonObject | null
  readonly right: readonly IssueInput[]
  readonly format: CredentialFormat
  /** `more`: further details per credential. */
  readonly eventsWith: (more: JsonObject) => EventDraft[]
}

/** The deviating response; empty if the session's deviation is elsewhere. */
async function wrongAnswer(
  members: JsonObject,
  { session, changed, right, format, eventsWith }: RightAnswer,
  asked: CredentialsAsked,
  context: IssuerContext,
): Promise<Pick<Decision, 'deviating'>> {
  const { ports } = context
  const deviation = session && deviationOf(session)
  if (!deviation) return {}
  const { type, credential, batch, issued, response, plain, holdSeconds, trust } = deviation.changes
  const deviating = (reply: Reply, more: Pick<DeviatingReply, 'holdSeconds' | 'events' | 'handedOut'> = {}) => ({
    deviating: { deviation: deviationName(deviation), reply, ...more },
  })
  if (plain && asked.responseEncryption !== null)
    return deviating(jsonReply(200, members, nonceHeaders(asked, context)))
  const wrongMembers = changed ?? response?.(members) ?? members
  if (wrongMembers !== members) return deviating(await answerCredentials(200, wrongMembers, asked, context))
  if (holdSeconds !== undefined)
    return deviating(await answerCredentials(200, members, asked, context), { holdSeconds })
  // The certificate is wrong from the beginning.
  if (trust?.seal !== undefined) return deviating(await answerCredentials(200, members, asked, context))
  if (!type && !credential && !batch && !issued) return {}
  const stranger = ports.verifierKeys.selfSignedSigner
  const wrong = (batch ? batch(right) : right)
    .map((input) => (type ? { ...input, configuration: type(input.configuration) } : input))
    .map((input) => (credential ? credential(input, stranger) : input))
  const credentials = await eachInTurn(
    wrong,
    async (input) => {
      const { text } = await format.issue(input)
      return { credential: issued ? issued(text) : text }
    },
    ports.turn,
  )
  const keys = await Promise.all(wrong.map(({ holderJwk }) => holderJwk && thumbprint(holderJwk)))
  const isOther = wrong.length !== right.length || wrong.some(({ holderJwk }, at) => holderJwk !== right[at]?.holderJwk)
  // Matches a later presentation to its credential.
  const boundTo = keys.flatMap((key) => (key === null ? [] : [fingerprintOf(key, ports)]))
  const events = isOther ? { events: eventsWith({ count: wrong.length, bound_to: boundTo }) } : {}
  const handedOut = credentialSecrets(
    credentials.map(({ credential: text }) => text),
    credentialExpiry(asked.now, context.issuer.options.credential_seconds),
  )
  return deviating(await answerCredentials(200, { ...members, credentials }, asked, context), {
    ...events,
    handedOut,
  })
}

/** The recorded parts of the body. */
export const bodyRead = ({
  body: { encrypted, json },
}: {
  readonly body: Pick<CredentialReading['body'], 'encrypted' | 'json'>
}): Pick<Decision, 'decryptedBody' | 'bodyJson'> => ({
  ...(encrypted?.plaintext == null ? {} : { decryptedBody: encrypted.plaintext }),
  ...(json.ok ? { bodyJson: json.value as Json } : {}),
})

function refuse(
  reading: CredentialReading,
  findings: readonly JudgedFinding[],
  refusal: Refusal,
  context: IssuerContext,
): Decision {
  const { accessToken, dpop } = reading
  const { nonce } = reading.proofs
  const { reply, status } = refuseProtected({
    refusal,
    baseUrl: context.settings.baseUrl,
    accessToken,
    dpop,
    nonce: nonceHeaders(reading, context),
  })
  const binding = nonceBinding(reading)
  const jti = dpop.proof?.claims.jti
  const challenge =
    refusal.error === 'use_dpop_nonce'
      ? [
          {
            type: 'dpop_nonce_challenged' as const,
            detail: { endpoint: 'credential', jti: typeof jti === 'string' ? quoteStart(jti, 200) : null },
          },
        ]
      : []
  return {
    ...bodyRead(reading),
    reply,
    sessionId: accessToken.value?.sessionId ?? context.issuer.session?.sessionId ?? null,
    events: [
      ...binding.events,
      ...credentialEvents(reading, { refused: true }),
      ...unitStatusEvents(reading.unitStatus),
      {
        type: 'credential_rejected',
        detail: {
          status,
          error: refusal.error,
          failed_checks: failedChecks(findings),
          nonce_state: nonce?.state ?? null,
          nonce_usable_until:
            nonce?.state === 'fresh' && nonce.expiresAt !== undefined ? Math.floor(nonce.expiresAt / 1000) : null,
          ...carriedValues({ access_token: accessToken.value ?? undefined, c_nonce: nonceCarried(nonce) }),
        },
      },
      ...challenge,
    ],
    effects: [
      ...binding.effects,
      ...unitStatusEffects(reading.unitStatus, context),
      ...dpopProofEffects(reading, findings, context),
    ],
    tokens: tokensOf(reading, context),
  }
}

/** The stored nonce of a request, whichever issuer gave it; `null` for a text that is no nonce of this service. */
function nonceCarried(nonce: NonceFacts | null): { readonly digest: string } | null | undefined {
  if (nonce === null || nonce.state === 'absent' || nonce.state === 'null' || nonce.state === 'not_a_string')
    return undefined
  if (nonce.state === 'unknown' || nonce.digest === null) return null
  return { digest: nonce.digest }
}

const dpopProofEffects = (
  reading: CredentialReading,
  findings: readonly JudgedFinding[],
  { exchange, issuer }: IssuerContext,
): DecidedEffect[] =>
  dpopEffects({
    reading: reading.dpop,
    findings,
    issuerId: issuer.id,
    exchangeId: exchange.id,
    sessionId: reading.accessToken.value?.sessionId ?? null,
  })

/** Tokens of the request and issued credentials, for the decoded views. */
function tokensOf(reading: CredentialReading, { exchange }: IssuerContext, issued: readonly IssuedCredential[] = []) {
  const { accessToken, body, dpop } = reading
  return readTokens([
    [accessToken.token, accessToken.jwt],
    [headerValue(exchange, 'dpop'), dpop.proof, [dpop.proof?.header.jwk, dpop.proof?.thumbprint]],
    [body.encrypted?.jwe?.value, body.encrypted?.jwe],
    ...proofTokens(reading),
    ...issued.flatMap(({ text, made }) => (made === null ? [] : [madeToken({ token: text, ...made })])),
  ])
}

const proofTokens = ({ body, proofs }: CredentialReading) =>
  eachProof(proofs).flatMap(({ type, jwt, keyAttestation }, index) => {
    const element = body.proofs.elements[index]
    const proof = jwt?.jwt
    const attestation = keyAttestation?.jwt
    // A key in the header takes precedence over any other key reference.
    const proofKey = [proof?.header.jwk, proof?.key?.jwk.thumbprint] as const
    const sent: unknown = attestation?.claims.attested_keys
    const attested = (attestation?.attestedKeys.keys ?? []).map(
      ({ index, thumbprint }) => [Array.isArray(sent) ? sent[index] : undefined, thumbprint] as const,
    )
    return type === 'jwt'
      ? ([
          [element, proof, proofKey],
          [proof?.header.key_attestation, attestation, ...attested],
        ] as const)
      : ([[element, attestation, ...attested]] as const)
  })

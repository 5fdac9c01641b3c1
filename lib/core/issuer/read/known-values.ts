import { headerValue } from '../../shared/http/exchange'
import { readParameters } from '../../shared/http/read-form'
import { readJsonBody } from '../../shared/http/read-json'
import type { StoredEvent } from '../../shared/ports/store-types'
import type { ValueKind } from '../../shared/recognise/kinds'
import type { KnownValue, KnownValues } from '../../shared/recognise/what-is'
import { fromUtf8, toBase64url } from '../../shared/values/base64url'
import { isObject } from '../../shared/values/json'
import type { IssuerConfiguration } from '../configurations/issuer-configuration'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { scopeOf } from '../configurations/laboratory/scope-names'
import { knownKeys, signedTokens } from './known-keys'
import { notificationId } from './notification'
import { attestationChallengeState } from './oauth/client-authentication/attestation-challenge'
import { readDpopNonce } from './oauth/dpop/dpop-nonce'
import { namedSession } from './oauth/named-session'

/** The kind of value that a parameter or member of an issuance carries, by its name. */
const kindsByName: Readonly<Record<string, ValueKind>> = {
  client_id: 'client_id',
  state: 'state',
  nonce: 'nonce',
  redirect_uri: 'redirect_uri',
  request_uri: 'request_uri',
  issuer_state: 'issuer_state',
  code: 'authorization_code',
  code_challenge: 'pkce_challenge',
  code_verifier: 'code_verifier',
  'pre-authorized_code': 'pre_authorized_code',
  refresh_token: 'refresh_token',
  credential_configuration_id: 'credential_configuration_id',
  credential_identifier: 'credential_identifier',
  transaction_id: 'transaction_id',
  notification_id: 'notification_id',
}

/** Events of issued credentials whose notification_id is made again, newest first. */
const notificationsMax = 20

/**
 * All that a value of a request to an issuer is compared with, besides storage: looked up only after a violation.
 * `members` of an encrypted request come from its content.
 */
export async function issuerKnownValues(
  context: IssuerContext,
  members: Readonly<Record<string, unknown>> | null = null,
): Promise<KnownValues> {
  const { exchange, issuer, ports } = context
  const sessionId = await namedSession(context)
  const session = sessionId === null ? null : await ports.store.session(sessionId)
  const events = sessionId === null ? [] : await ports.store.events(sessionId)
  const offered = session?.kind === 'issuance' ? session.credentialConfigurationId : null
  const { keyedHash } = ports
  return {
    sessionId,
    values: [
      ...sentValues(context, members),
      ours('credential_issuer')(issuer.identifier),
      ours('authorization_server')(issuer.authorizationServer),
      ...Object.values(issuer.urls).map(ours('endpoint')),
      ...publishedKeys(issuer),
      ...issuer.configuration.credentialConfigurations.flatMap(typesOf),
      ...issuer.configuration.credentialConfigurations.map(
        ({ id }): KnownValue => ({
          kind: 'credential_configuration_id',
          value: id,
          whose: id === offered ? 'this_session' : 'this_service',
        }),
      ),
      ...(issuer.options.scopes
        ? issuer.configuration.credentialConfigurations.map(({ id }) => ours('scope')(scopeOf(issuer.options, id)))
        : []),
    ],
    tokens: signedTokens(exchange, members),
    keys: () => knownKeys(context, sessionId, members),
    made: (value) => {
      const dpop = { issuer: issuer.id, now: exchange.at, keyedHash, role: 'as' } as const
      if (readDpopNonce(value, dpop).state !== 'unknown') return { kind: 'dpop_nonce', whose: 'this_service' }
      if (attestationChallengeState(value, dpop) === 'current')
        return { kind: 'attestation_challenge', whose: 'this_service' }
      const isOfSession = notificationIds(events, keyedHash).includes(value)
      return isOfSession ? { kind: 'notification_id', whose: 'this_session' } : null
    },
  }
}

/** The values of the request itself: its access token, and its parameters or members by their names. */
function sentValues(
  { exchange, ports }: IssuerContext,
  members: Readonly<Record<string, unknown>> | null,
): KnownValue[] {
  const [, token = null] = /^\S+\s+(\S+)$/.exec((headerValue(exchange, 'authorization') ?? '').trim()) ?? []
  const json = readJsonBody(exchange)
  const named = [
    ...readParameters(exchange.query ?? '').pairs,
    ...readParameters(fromUtf8(exchange.body) ?? '').pairs,
    ...Object.entries(json.ok && isObject(json.value) ? json.value : {}),
    ...Object.entries(members ?? {}),
  ]
  const sent = named.flatMap(([name, value]): KnownValue[] => {
    const kind = Object.hasOwn(kindsByName, name) ? kindsByName[name] : undefined
    if (kind === undefined || typeof value !== 'string' || value === '') return []
    return [{ kind, value, whose: 'this_request' }]
  })
  return [
    ...(token === null ? [] : [{ kind: 'access_token', value: token, whose: 'this_request' } as const]),
    ...sent,
    ...sent.flatMap(({ kind, value }): KnownValue[] =>
      kind === 'code_verifier'
        ? [{ kind: 'pkce_challenge', value: toBase64url(ports.sha256(value)), whose: 'this_request' }]
        : [],
    ),
  ]
}

/** The keys that an issuer publishes for signatures, by their `kid`. */
const publishedKeys = ({ keys: { accessToken, credential, mdoc } }: IssuerContext['issuer']): KnownValue[] => [
  ours('signing_key')(accessToken.kid),
  ...[credential.kid, mdoc.kid].map(ours('credential_signing_key')),
]

/** What a credential configuration says of its type, which is not its id. */
function typesOf(configuration: IssuerConfiguration['credentialConfigurations'][number]): KnownValue[] {
  return configuration.format === 'mso_mdoc'
    ? [ours('doctype')(configuration.doctype)]
    : [ours('vct')(configuration.vct)]
}

const ours =
  (kind: ValueKind) =>
  (value: string): KnownValue => ({ kind, value, whose: 'this_service' })

const notificationIds = (
  events: readonly StoredEvent[],
  keyedHash: IssuerContext['ports']['keyedHash'],
): readonly string[] =>
  events
    .flatMap(({ type, exchangeId }) => (type === 'credential_issued' && exchangeId !== null ? [exchangeId] : []))
    .slice(-notificationsMax)
    .map((exchangeId) => notificationId(exchangeId, keyedHash))

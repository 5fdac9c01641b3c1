import { z } from 'zod'
import type { FoldInput } from '../../engine/evidence/session-kind'
import {
  accessOf,
  identityOf,
  registrationOf,
  trustReads,
  zAccessCertificate,
  zRegistrationCertificate,
  zTrustIdentity,
  zTrustReads,
} from '../../engine/evidence/trust-parts'
import { jsonObject } from '../../engine/evidence/z-session-view'
import type { VerifierKeys } from '../../shared/ports/keys'
import type { PresentationSession } from '../../shared/ports/store-types'
import { readRegistration } from '../../shared/trust/registration/registration'
import { trustAddress } from '../../shared/trust/trust-addresses'
import { responseUri, verifierKeysUri } from '../identity/verifier-uris'
import { buildClientMetadata } from '../read/request/client-metadata'
import { hidesHolder } from '../read/request/request-for-evidence'
import { askedCredentials, overAskedOf, sentRegistration } from '../read/request/sent-registration'

/** What a wallet must have registered about a pre-registered verifier. OID4VP-1FINAL-5.9.2 */
export const zClientRegistration = z
  .object({
    client_id: z.string(),
    jwks_uri: z.url(),
    jwks: z.object({ keys: z.array(z.looseObject({})) }),
    client_metadata: z.looseObject({}),
    response_uri: z.string().meta({ description: 'That of this session; others differ in its id.' }),
  })
  .meta({ id: 'ClientRegistration', description: 'pre_registered: what to register with the wallet.' })

export type ClientRegistration = z.infer<typeof zClientRegistration>

/** Registration data for a session; `null` for other client id prefixes. */
export function clientRegistration(
  { options, request, dcApi, sessionId }: Pick<PresentationSession, 'options' | 'request' | 'dcApi' | 'sessionId'>,
  { baseUrl, verifierKeys }: { readonly baseUrl: string; readonly verifierKeys: Pick<VerifierKeys, 'requestSigner'> },
): ClientRegistration | null {
  if (options.client_id_prefix !== 'pre_registered') return null
  const clientId = dcApi?.signed?.client_id ?? request.client_id
  const registration = registrationUnder(String(clientId), { baseUrl, verifierKeys })
  // Absent if a browser carries the response.
  return { ...registration, response_uri: String(request.response_uri ?? responseUri(baseUrl, sessionId)) }
}

/** Registration data for all sessions under one name. */
export function registrationUnder(
  clientId: string,
  { baseUrl, verifierKeys }: { readonly baseUrl: string; readonly verifierKeys: Pick<VerifierKeys, 'requestSigner'> },
): Omit<ClientRegistration, 'response_uri'> {
  const { publicJwk, kid, alg } = verifierKeys.requestSigner
  return {
    client_id: clientId,
    jwks_uri: verifierKeysUri(baseUrl),
    jwks: { keys: [{ ...publicJwk, kid, alg, use: 'sig' }] },
    client_metadata: buildClientMetadata({ responseKey: null, idToken: false, own: {} }),
  }
}

const zCredentials = z.array(
  z.object({
    format: z.string(),
    meta: jsonObject,
    claim: z.array(z.object({ path: z.array(z.unknown()), values: z.array(z.unknown()).optional() })).optional(),
  }),
)

/** Trust data in the read-back of a presentation: the verifier's identity and registration. */
export const zTrustView = z
  .object({
    framework: z.enum(['eu', 'test_root']),
    identity: zTrustIdentity.nullable().meta({
      description:
        'The organisation of the access certificate, without what may name a natural person unless reveal_claims; null where the test root signs.',
    }),
    access_certificate: zAccessCertificate
      .nullable()
      .meta({ description: 'The certificate that the request is signed under; null where the test root signs.' }),
    registration_certificate: zRegistrationCertificate,
    registered: zCredentials.meta({ description: 'What it registers, in its words.' }),
    asked: zCredentials.meta({ description: 'What the request asks for, in the same words.' }),
    over_asked: zCredentials
      .nullable()
      .meta({ description: 'What is asked for without being registered; null without a certificate.' }),
    lists: z.object({ alias: z.string().nullable(), base: z.url() }),
    reads: zTrustReads.meta({ description: 'Reads of the lists, the status and the register of this session.' }),
    reads_further: z.int().meta({ description: 'How many more there were at least; only the first are on record.' }),
  })
  .meta({ id: 'SessionTrust', description: 'Trust as European wallets evaluate it; absent in sessions without it.' })

export type TrustView = Readonly<z.infer<typeof zTrustView>>

/** Builds it; `null` for a test root session without a tester's registration or access certificate. */
export function trustView({
  session,
  events,
  settings: { baseUrl },
  ports,
}: Pick<FoldInput<PresentationSession>, 'session' | 'events' | 'settings' | 'ports'>): TrustView | null {
  const { trust, trust_framework: framework = 'test_root' } = session.options
  if (trust === undefined) return null
  const hides = hidesHolder(session)
  const sent = sentRegistration(session)
  const read = sent === null ? null : readRegistration(sent.compact)
  const excess = overAskedOf(session)
  const { reads, further } = trustReads(events)
  return {
    framework,
    identity: framework === 'eu' || trust.own !== undefined ? identityOf(trust, 'verifier', hides) : null,
    access_certificate: accessOf(trust, hides),
    registration_certificate: registrationOf(sent, ports, { hides, reveals: session.options.reveal_claims === true }),
    registered: written(read?.credentials ?? []),
    asked: written(askedCredentials(session)),
    over_asked: excess === null ? null : written(excess),
    lists: {
      alias: session.options.list_alias ?? null,
      base: trustAddress.sessionLists(baseUrl, trust.trust_id),
    },
    reads,
    reads_further: further,
  }
}

/** Fills in empty lists for entries that omit them. */
const written = (credentials: readonly unknown[]): TrustView['registered'] => credentials as TrustView['registered']

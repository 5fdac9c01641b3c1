import { z } from 'zod'
import type { VerifierKeys } from '../../ground/ports/keys'
import type { PresentationSession } from '../../ground/ports/store-types'
import { responseUri, verifierKeysUri } from '../identity/verifier-uris'
import { buildClientMetadata } from '../read/request/client-metadata'

/** What a wallet must have registered of the verifier before a session of a registered one. OID4VP-1FINAL-5.9.2 */
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

/** What to register for a session; `null` where the wallet knows the verifier otherwise. */
export function clientRegistration(
  { options, request, dcApi, sessionId }: Pick<PresentationSession, 'options' | 'request' | 'dcApi' | 'sessionId'>,
  { baseUrl, verifierKeys }: { readonly baseUrl: string; readonly verifierKeys: Pick<VerifierKeys, 'requestSigner'> },
): ClientRegistration | null {
  if (options.client_id_prefix !== 'pre_registered') return null
  const clientId = dcApi?.signed?.client_id ?? request.client_id
  const registration = registrationUnder(String(clientId), { baseUrl, verifierKeys })
  // Without one a browser carries the response.
  return { ...registration, response_uri: String(request.response_uri ?? responseUri(baseUrl, sessionId)) }
}

/** The same for every session under one name. */
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

import type { Signer } from '../../../ground/ports/keys'
import type { PresentationSession } from '../../../ground/ports/store-types'
import type { JsonObject } from '../../../ground/values/json'
import { originalClientId } from '../../identity/verifier-client-id'
import { didKeyId } from '../../identity/verifier-did'
import { isSigned } from './dc-api/entry-parameters'
import type { Delivery } from './request-object'

type NamedSession = Pick<PresentationSession, 'request' | 'options'>

/** What wallets verify the request of a session with, by the prefix of its client id. OID4VP-1FINAL-5.9.3 */
export function requestProof(session: NamedSession, signer: Pick<Signer, 'kid'>): Pick<Delivery, 'proof'> {
  const { request, options } = session
  switch (options.client_id_prefix) {
    case 'verifier_attestation':
      return { proof: { jwt: options.verifier_attestation ?? null } }
    case 'decentralized_identifier':
      return { proof: { kid: didKeyId(originalClientId(String(request.client_id)), signer) } }
    case 'pre_registered':
      return { proof: { kid: signer.kid } }
    case 'redirect_uri':
      return { proof: null }
    default:
      return {}
  }
}

/** Whether the parameters of the request stand in the link itself, each for itself. OID4VP-1FINAL-5.9.3 */
export const isInLink = ({
  options,
  requestDelivery,
}: Pick<PresentationSession, 'options' | 'requestDelivery'>): boolean =>
  options.client_id_prefix === 'redirect_uri' &&
  requestDelivery === 'by_value' &&
  options.presentation_channel !== 'dc_api'

/** Whether the request has no claims of a token: it stands in a link, or the first entry to the browser is unsigned. OID4VP-1FINALA-A.3.1 */
export function isBare(session: Pick<PresentationSession, 'options' | 'requestDelivery' | 'dcApi'>): boolean {
  const [first] = session.dcApi?.entries ?? []
  return first === undefined ? isInLink(session) : !isSigned(first.protocol)
}

/** The parameters of such a link as text: texts as they are, everything else as JSON. OID4VP-1FINAL-5.1, RFC6749-4.1.1 */
export const linkParameters = (request: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

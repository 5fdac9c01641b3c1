import type { MsoMdocReading } from '../../ground/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import type { Ports } from '../../ground/ports/ports'
import { toHex } from '../../ground/values/base64url'
import type { JsonObject } from '../../ground/values/json'

/**
 * The bytes that a device proof is verified over, and their parts, so that a wallet developer can compare them with the
 * wallet's own. All come from the request. Bytes are hexadecimal. OID4VP-1FINALA-B.2.6.1
 */
export function describeDeviceProof(
  { transcript, documents }: Pick<MsoMdocReading, 'transcript' | 'documents'>,
  { digest }: Pick<Ports, 'digest'>,
): JsonObject {
  const { handover, handoverInfo, encoded } = transcript
  const [document] = documents
  // Elements that the device signs may be about a person, so leave them out.
  const authentication = document?.device.elements.length === 0 ? document.device.authentication : null
  const { clientId, nonce, jwkThumbprint, responseUri, origin, encryptionInfo } = handover
  const common = { nonce, jwk_thumbprint: jwkThumbprint === null ? null : toHex(jwkThumbprint) }
  return {
    ...(origin === undefined
      ? { client_id: clientId, ...common, response_uri: responseUri }
      : encryptionInfo === undefined
        ? { origin, ...common }
        : { encryption_info: encryptionInfo, origin }),
    handover_info: toHex(handoverInfo),
    handover_info_hash: toHex(digest('sha-256', handoverInfo)),
    session_transcript: toHex(encoded),
    device_authentication: authentication === null ? null : toHex(authentication),
  }
}

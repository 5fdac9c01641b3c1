import type { MsoMdocReading } from '../../ground/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import type { Ports } from '../../ground/ports/ports'
import type { JsonObject } from '../../ground/values/json'
import { toHex } from '../../ground/values/to-hex'

/**
 * What the proof of a device is verified over, byte for byte, and the parts that it is made of: all of it comes from the
 * request, so that a wallet can be compared with it. Bytes are hexadecimal. OID4VP-1FINALA-B.2.6.1
 */
export function describeDeviceProof(
  { transcript, documents }: Pick<MsoMdocReading, 'transcript' | 'documents'>,
  { digest }: Pick<Ports, 'digest'>,
): JsonObject {
  const { handover, handoverInfo, encoded } = transcript
  const [document] = documents
  // Where the device says something of itself, that may be about a person.
  const authentication = document?.device.elements.length === 0 ? document.device.authentication : null
  return {
    client_id: handover.clientId,
    nonce: handover.nonce,
    jwk_thumbprint: handover.jwkThumbprint === null ? null : toHex(handover.jwkThumbprint),
    response_uri: handover.responseUri,
    handover_info: toHex(handoverInfo),
    handover_info_hash: toHex(digest('sha-256', handoverInfo)),
    session_transcript: toHex(encoded),
    device_authentication: authentication === null ? null : toHex(authentication),
  }
}

import { verify } from 'node:crypto'
import { WalletStop } from '../../../errors'
import { type CborValue, embed, readCbor, writeCbor } from '../../../formats/mso-mdoc/cbor'
import { toBeSigned } from '../../../formats/mso-mdoc/cose-sign1'
import { certificatesOf } from '../../../formats/mso-mdoc/issuer-auth'
import { isSelfSigned } from '../../../jose/issuing'
import { readSigningCertificate } from '../../../jose/signing-certificate'
import { RequestRefused } from '../../request/request-refused'
import type { Run } from '../../run'
import type { DocRequest } from './device-request'

/** The extended key usage of certificates that sign requests for mobile documents (ISO 18013-5 table B.7). */
const reader = '1.0.18013.5.1.6'
const algorithmLabel = 1
/** ES256, and its fully specified form (RFC 9864 section 2.1). */
const algorithms: CborValue[] = [-7, -9]

/**
 * Verifies who asks for a document (ISO/IEC 18013-5 section 9.1.4): a signature over the request and this session.
 *
 * @param transcript - the `SessionTranscript`
 * @returns the certificates of the reader, its own first, in base64 of DER; empty where it does not say who it is
 * @throws RequestRefused
 */
export function requireReader(run: Run, { readerAuth, itemsRequest }: DocRequest, transcript: CborValue): string[] {
  if (readerAuth === null) return []
  try {
    const { x5c, covered, header, signature } = partsOf(readerAuth, itemsRequest, transcript)
    const { clock, trustAnchors, trust } = run
    // Where trust is evaluated, it is known only after this who may issue access certificates.
    const anchors = trust === null ? trustAnchors : []
    const { leaf, chain } = readSigningCertificate({ x5c, nowMillis: clock(), anchors, of: 'verifier' })
    if (chain.some(isSelfSigned)) refuse('its certificates hold a trust anchor')
    if (!leaf.keyUsage?.includes(reader)) refuse('its certificate is not one of a reader')
    const key = { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' } as const
    if (!verify('sha256', toBeSigned(header, covered), key, signature)) refuse('its signature does not verify')
    return x5c
  } catch (error) {
    if (!(error instanceof WalletStop)) throw error
    return refuse(error.message)
  }
}

/** The parts of a COSE_Sign1, whose payload is detached: the verifier signs what the wallet builds again. */
function partsOf(readerAuth: CborValue[], itemsRequest: CborValue, transcript: CborValue) {
  const [header, , payload, signature] = readerAuth
  if (!Buffer.isBuffer(header) || !Buffer.isBuffer(signature) || payload !== null || readerAuth.length !== 4)
    return refuse('it is not a COSE_Sign1 with a detached payload')
  const protectedHeader = readCbor(header)
  const algorithm = protectedHeader instanceof Map ? protectedHeader.get(algorithmLabel) : undefined
  if (!algorithms.includes(algorithm ?? null)) refuse('it is not signed with ES256')
  const covered = writeCbor(embed(writeCbor(['ReaderAuthentication', transcript, itemsRequest])))
  return { x5c: certificatesOf(readerAuth), covered, header, signature }
}

function refuse(why: string): never {
  throw new RequestRefused('invalid_request', `The reader is not authenticated: ${why}`)
}

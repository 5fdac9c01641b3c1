import type { CredentialFormat } from './credential-format'
import { credentialFormat } from './index'

/**
 * The format that a presentation is written in, whatever was asked for: an SD-JWT has tildes, or dots between its parts;
 * the base64url of a CBOR map is an mdoc. `null` when it is neither. Never throws. RFC9901-4, OID4VP-1FINALA-B.2.5
 */
export function recogniseFormat(presentation: string): CredentialFormat | null {
  if (presentation.includes('~') || /^[^.]+\.[^.]+\.[^.]*$/.test(presentation)) return credentialFormat('dc+sd-jwt')
  // The first byte of a map: major type 5, see RFC 8949 section 3.1. Its six high bits are the first character.
  return /^[o-v][A-Za-z0-9_+/-]*=*$/.test(presentation) ? credentialFormat('mso_mdoc') : null
}

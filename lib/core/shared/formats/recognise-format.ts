import type { CredentialFormat } from './credential-format'
import { credentialFormat } from './index'

/**
 * Recognises the format of a presentation, whatever was requested: an SD-JWT has tildes, or dots between its parts;
 * base64url of a CBOR map is an mdoc. `null` for anything else. Never throws. RFC9901-4, OID4VP-1FINALA-B.2.5
 */
export function recogniseFormat(presentation: string): CredentialFormat | null {
  if (presentation.includes('~') || /^[^.]+\.[^.]+\.[^.]*$/.test(presentation)) return credentialFormat('dc+sd-jwt')
  // First byte of a map: major type 5, RFC 8949 section 3.1. Its six high bits are the first character.
  return /^[o-v][A-Za-z0-9_+/-]*=*$/.test(presentation) ? credentialFormat('mso_mdoc') : null
}

import type { HandedOut } from '../../engine/endpoints/endpoint'
import type { EpochMillis } from '../../ground/time/time'
import { fromBase64url, fromUtf8, toBase64url } from '../../ground/values/base64url'

/**
 * What nobody but the holder of these credentials may have: the signed part of an SD-JWT VC and each of its Disclosures, also by
 * its salt; an mdoc, and each of its elements by its salt.
 */
export const credentialSecrets = (credentials: readonly string[], expiresAt: EpochMillis): HandedOut[] =>
  credentials.flatMap((credential): HandedOut[] => {
    const [signed = '', ...disclosures] = credential.split('~')
    if (!signed.includes('.'))
      return [
        { secret: credential, expiresAt, kind: 'document' },
        ...saltsOf(credential).map((secret): HandedOut => ({ secret, expiresAt, kind: 'disclosure' })),
      ]
    return [
      { secret: signed, expiresAt },
      ...disclosures.flatMap((disclosure): HandedOut[] =>
        [disclosure, saltOf(disclosure)].flatMap((secret) =>
          secret === null || secret === '' ? [] : [{ secret, expiresAt, kind: 'disclosure' }],
        ),
      ),
    ]
  })

/** The salt of a Disclosure of ours, which begins with it. RFC9901-4.2.1 */
function saltOf(disclosure: string): string | null {
  const bytes = fromBase64url(disclosure)
  const text = bytes && fromUtf8(bytes)
  return /^\["([\w-]+)"/.exec(text ?? '')?.[1] ?? null
}

/** `random` and the head of 32 bytes, as they stand in an element of an mdoc of ours. ISO/IEC 18013-5 section 9.1.2.5 */
const beforeSalt = [0x66, 0x72, 0x61, 0x6e, 0x64, 0x6f, 0x6d, 0x58, 0x20]
const saltBytes = 32

/** The salts of an mdoc as they look in base64url, whichever byte that begins with. */
function saltsOf(document: string): string[] {
  const bytes = fromBase64url(document) ?? new Uint8Array()
  const salts: string[] = []
  for (let at = bytes.indexOf(0x66); at >= 0; at = bytes.indexOf(0x66, at + 1)) {
    if (!beforeSalt.every((byte, index) => bytes[at + index] === byte)) continue
    const start = at + beforeSalt.length
    // Whole groups of three bytes, so that no other byte has a part in their characters.
    for (let offset = 0; offset < 3; offset++)
      salts.push(toBase64url(bytes.subarray(start + offset, start + saltBytes - ((saltBytes - offset) % 3))))
  }
  return salts
}
